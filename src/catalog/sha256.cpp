#include "catalog/sha256.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace gpuplan::catalog {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t k_rounds = 64;
constexpr std::size_t k_block = 64;

constexpr std::array<std::uint32_t, k_rounds> first_primes() {
  std::array<std::uint32_t, k_rounds> primes{};
  std::size_t count = 0;
  for (std::uint32_t candidate = 2; count < primes.size(); ++candidate) {
    bool prime = true;
    for (std::size_t i = 0; i < count && prime; ++i)
      prime = candidate % primes[i] != 0;
    if (prime)
      primes[count++] = candidate;
  }
  return primes;
}

/// The first 32 bits after the point of the `degree`-th root of a small number, by bisection:
/// the whole number r with r^degree <= n × 2^(32 × degree), modulo 2^32.
constexpr std::uint32_t root_fraction(std::uint32_t number, unsigned degree) {
  const Wide target = Wide{number} << (32U * degree);
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 37U; bit != 0; bit >>= 1U) {
    const std::uint64_t candidate = root | bit;
    Wide power = 1;
    for (unsigned i = 0; i < degree; ++i)
      power *= candidate;
    if (power <= target)
      root = candidate;
  }
  return static_cast<std::uint32_t>(root);
}

constexpr std::array<std::uint32_t, k_rounds> k_primes = first_primes();

/// FIPS 180-4, 4.2.2: fractions of the cube roots of the first 64 primes.
constexpr auto k_constants = [] {
  std::array<std::uint32_t, k_rounds> constants{};
  for (std::size_t i = 0; i < constants.size(); ++i)
    constants[i] = root_fraction(k_primes[i], 3);
  return constants;
}();

/// FIPS 180-4, 5.3.3: fractions of the square roots of the first eight primes.
constexpr auto k_initial = [] {
  std::array<std::uint32_t, 8> state{};
  for (std::size_t i = 0; i < state.size(); ++i)
    state[i] = root_fraction(k_primes[i], 2);
  return state;
}();

using State = std::array<std::uint32_t, 8>;

std::array<std::uint32_t, k_rounds> schedule(const char* block) {
  std::array<std::uint32_t, k_rounds> words{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 4; ++j)
      words[i] = words[i] << 8U | static_cast<unsigned char>(block[4 * i + j]);
  }
  for (std::size_t i = 16; i < words.size(); ++i) {
    const auto a = words[i - 15];
    const auto b = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + words[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
  }
  return words;
}

void add_block(State& state, const char* block) {
  const auto words = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto choice = (e & f) ^ (~e & g);
    const auto majority = (a & b) ^ (a & c) ^ (b & c);
    const auto first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice +
                       k_constants[i] + words[i];
    const auto second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const State mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i)
    state[i] += mixed[i];
}

/// What is left of the message, the mark 0x80, zeros, and the length in bits, big-endian.
std::string last_blocks(std::string_view rest, std::uint64_t total_bytes) {
  std::string tail{rest};
  tail += '\x80';
  while (tail.size() % k_block != k_block - sizeof(std::uint64_t))
    tail += '\0';
  for (int shift = 56; shift >= 0; shift -= 8)
    tail += static_cast<char>(total_bytes * 8 >> static_cast<unsigned>(shift) & 0xffU);
  return tail;
}

} // namespace

std::string sha256(std::string_view bytes) {
  State state = k_initial;
  const auto whole = bytes.size() / k_block * k_block;
  for (std::size_t begin = 0; begin < whole; begin += k_block)
    add_block(state, bytes.data() + begin);
  const auto tail = last_blocks(bytes.substr(whole), bytes.size());
  for (std::size_t begin = 0; begin < tail.size(); begin += k_block)
    add_block(state, tail.data() + begin);
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string hexadecimal;
  for (const auto word : state) {
    for (int shift = 28; shift >= 0; shift -= 4)
      hexadecimal += k_digits[word >> static_cast<unsigned>(shift) & 0xfU];
  }
  return hexadecimal;
}

} // namespace gpuplan::catalog
