// A sensor board's half of docs/wire.md for ESPHome: payloads in, payloads out, no frames, for MQTT carries them whole.
// Knows no chip and no ESPHome, so that it is tested on the host (tests/firmware_bridge/test_esphome.py).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace tavolo {

// The bytes of a uid that is written as hexadecimal digits.
inline std::string uid_of(const std::string &digits) {
  std::string uid;
  for (size_t at = 0; at + 1 < digits.size(); at += 2) uid += char(std::stoi(digits.substr(at, 2), nullptr, 16));
  return uid;
}

class Board {
 public:
  using Say = std::function<void(const std::string &)>;
  using Light = std::function<void(size_t, uint8_t, uint8_t, uint8_t)>;
  using Show = std::function<void()>;

  Board(std::string uid, std::string name, size_t cells, size_t lights)
      : uid_(std::move(uid)), name_(std::move(name)), closed_(cells), rgb_(lights * 3) {
    uid_.resize(8, '\0');
  }

  void on_say(Say say) { say_ = std::move(say); }
  void on_lights(Light light, Show show) { light_ = std::move(light), show_ = std::move(show); }
  void boot(uint16_t number) { boot_ = number; }

  // A switch closed or opened; told at once.
  void set(size_t cell, bool closed, uint32_t now_ms) {
    if (cell >= closed_.size() || closed_[cell] == closed) return;
    closed_[cell] = closed;
    number_++;
    std::string event = head(0x03, 0);
    put(event, number_, 2), put(event, now_ms, 4), put(event, cell, 2), put(event, closed ? 1 : 0, 1), put(event, 0, 1);
    kept_.push_back(event);
    if (kept_.size() > KEPT) kept_.pop_front();
    say(event);
  }

  void hello(uint8_t seq = 0) {
    std::string out = head(0x01, seq);
    put(out, 1, 1), put(out, 1, 1), out += uid_;
    const uint16_t can = 1 | 32 | (rgb_.empty() ? 0 : 4);
    put(out, boot_, 2), put(out, can, 2), put(out, closed_.size(), 2), put(out, rgb_.size() / 3, 2);
    put(out, 240, 1), put(out, number_, 2), put(out, 5, 1), text(out, name_), text(out, "tavolo esphome 1"), text(out, "esp32");
    say(out);
  }

  void heartbeat(uint32_t uptime_s, uint16_t free_bytes) {
    std::string out = head(0x05, 0);
    put(out, number_, 2), put(out, uptime_s, 4), put(out, bad_, 2), put(out, 0, 2), put(out, free_bytes, 2);
    say(out);
  }

  // A payload from the table; a repeated one is answered again and done once.
  void take(const std::string &in) {
    if (in.size() < 3) {
      bad_++;
      return;
    }
    const uint8_t type = in[1], seq = in[2];
    const std::string body = in.substr(3);
    if (in[0] != 1) return error(seq, 2, uint8_t(in[0]));
    if (type == 0x41) return last_.clear(), hello(seq);
    if (type == 0x42) return snapshot(seq);
    if (in == last_) return say(answer_);
    last_ = in;
    switch (type) {
      case 0x43: return lights(seq, body);
      case 0x44: return error(seq, 6, 0);
      case 0x45: return error(seq, 6, body.empty() ? 0 : uint8_t(body[0]));
      case 0x46: return value(seq, body);
      case 0x47: return again(seq, body);
      default: return error(seq, 1, type);
    }
  }

 private:
  static constexpr size_t KEPT = 64;

  static std::string head(uint8_t type, uint8_t seq) { return {char(1), char(type), char(seq)}; }
  static void put(std::string &out, uint32_t number, int width) {
    while (width--) out += char(number >> (8 * width));
  }
  static void text(std::string &out, const std::string &words) { put(out, words.size(), 1), out += words; }
  static uint32_t get(const std::string &in, size_t at) { return uint8_t(in[at]) << 8 | uint8_t(in[at + 1]); }

  void say(const std::string &out) {
    if (say_) say_(out);
  }
  void answer(const std::string &out) { answer_ = out, say(out); }
  void ack(uint8_t seq) { answer(head(0x04, seq)); }
  void error(uint8_t seq, uint8_t code, uint16_t detail) {
    std::string out = head(0x06, seq);
    put(out, code, 1), put(out, detail, 2), answer(out);
  }

  void snapshot(uint8_t seq) {
    std::string out = head(0x02, seq), bits((closed_.size() + 7) / 8, '\0');
    for (size_t cell = 0; cell < closed_.size(); cell++)
      if (closed_[cell]) bits[cell / 8] |= 1 << cell % 8;
    put(out, number_, 2), put(out, 1, 1), put(out, 0, 2), put(out, closed_.size(), 2), out += bits;
    say(out);
  }

  void lights(uint8_t seq, const std::string &body) {
    if (rgb_.empty()) return error(seq, 6, 0);
    if (body.size() < 3 || body.size() % 3) return error(seq, 3, body.size());
    const size_t first = get(body, 1), count = body.size() / 3 - 1;
    if ((first + count) * 3 > rgb_.size()) return error(seq, 4, first + count - 1);
    if (body[0] & 2) rgb_.assign(rgb_.size(), 0);
    for (size_t at = 0; at < count * 3; at++) rgb_[first * 3 + at] = body[3 + at];
    if (body[0] & 1 && light_) {
      for (size_t lamp = 0; lamp < rgb_.size() / 3; lamp++)
        light_(lamp, rgb_[lamp * 3], rgb_[lamp * 3 + 1], rgb_[lamp * 3 + 2]);
      show_();
    }
    ack(seq);
  }

  // Cell n is felt by input n and lit by light n: nothing is kept, the table's own map does the rest.
  void value(uint8_t seq, const std::string &body) {
    const uint8_t key = body.empty() ? 0 : body[0];
    std::string out = head(0x07, seq);
    put(out, key, 1);
    if (key == 1) return text(out, name_), answer(out);
    if (key == 3) return put(out, 5, 1), answer(out);
    if ((key != 2 && key != 4) || body.size() != 3) return error(seq, key == 2 || key == 4 ? 3 : 4, key);
    const size_t first = get(body, 1), all = key == 2 ? closed_.size() : rgb_.size() / 3;
    put(out, first, 2);
    for (size_t n = first; n < all && n < first + 100; n++) put(out, n, 2);
    answer(out);
  }

  void again(uint8_t seq, const std::string &body) {
    if (body.size() != 2) return error(seq, 3, body.size());
    const uint16_t missing = number_ - get(body, 0);
    if (missing > kept_.size()) return error(seq, 7, get(body, 0));
    for (size_t at = kept_.size() - missing; at < kept_.size(); at++) say(kept_[at]);
    ack(seq);
  }

  std::string uid_, name_, last_, answer_;
  std::vector<bool> closed_;
  std::vector<uint8_t> rgb_;
  std::deque<std::string> kept_;
  uint16_t number_ = 0, boot_ = 1, bad_ = 0;
  Say say_;
  Light light_;
  Show show_;
};

}  // namespace tavolo
