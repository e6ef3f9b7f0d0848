/** SHA-256: the browser's own where the page is secure, else computed here, for a table at home is served without https. */

const WORD = 2 ** 32;

/** The first 32 bits of the fractional part of `x`. */
const fraction = (x) => ((x - Math.floor(x)) * WORD) | 0;

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The message in blocks of 64 bytes: then a one bit, zeros, and its length in bits (FIPS 180-4, 5.1.1). */
function padded(bytes) {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(blocks.length - 4, (bytes.length * 8) % WORD);
  return view;
}

/** FIPS 180-4, 6.2. */
export function computed(bytes) {
  const view = padded(bytes);
  const hash = [...START];
  const schedule = new Int32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) schedule[i] = view.getInt32(block + 4 * i);
      else {
        const [w2, w15] = [schedule[i - 2], schedule[i - 15]];
        const s0 = turned(w15, 7) ^ turned(w15, 18) ^ (w15 >>> 3);
        const s1 = turned(w2, 17) ^ turned(w2, 19) ^ (w2 >>> 10);
        schedule[i] = schedule[i - 16] + s0 + schedule[i - 7] + s1;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + schedule[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The SHA-256 of `bytes` as hexadecimal digits. */
export async function sha256(bytes) {
  return globalThis.crypto?.subtle ? hex(await crypto.subtle.digest("SHA-256", bytes)) : computed(bytes);
}
