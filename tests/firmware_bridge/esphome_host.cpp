// Runs the board of hardware/esphome on the host: lines of hexadecimal payloads in, what the board says out.
#include <cstdio>
#include <cstdlib>

#include "tavolo_board.h"

int main() {
  tavolo::Board board(tavolo::uid_of("455350484f535431"), "host", 32, 32);
  board.on_say([](const std::string &said) {
    for (unsigned char byte : said) std::printf("%02x", byte);
    std::puts("");
  });
  board.on_lights(
      [](size_t lamp, uint8_t r, uint8_t g, uint8_t b) { std::printf("light %zu %d %d %d\n", lamp, r, g, b); }, [] {});
  char read[2048];
  while (std::fgets(read, sizeof read, stdin)) {
    std::string line(read);
    line.pop_back();
    if (line.rfind("set ", 0) == 0) {
      size_t cell = 0;
      int closed = 0;
      std::sscanf(line.c_str(), "set %zu %d", &cell, &closed);
      board.set(cell, closed, 1);
    } else {
      std::string payload;
      for (size_t at = 0; at + 1 < line.size(); at += 2) payload += char(std::strtol(line.substr(at, 2).c_str(), nullptr, 16));
      board.take(payload);
    }
    std::puts(".");
    std::fflush(stdout);
  }
}
