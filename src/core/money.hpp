#pragma once

#include "core/units.hpp"

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::core {

/// An ISO 4217 code. The default is USD.
class Currency {
public:
  constexpr Currency() = default;

  /// Three upper-case letters, else nothing.
  static std::optional<Currency> parse(std::string_view code);

  /// What a person typed, in whichever case (`eur`): nothing where ISO 4217 does not list it.
  static std::optional<Currency> parse_typed(std::string_view code);

  [[nodiscard]] std::string_view code() const { return {code_.data(), k_letters}; }

  /// One comparison of machine words: every sum of two amounts asks.
  friend constexpr bool operator==(const Currency& a, const Currency& b) {
    return std::bit_cast<std::uint32_t>(a.code_) == std::bit_cast<std::uint32_t>(b.code_);
  }

  friend constexpr auto operator<=>(const Currency& a, const Currency& b) {
    return a.code_ <=> b.code_;
  }

private:
  static constexpr std::size_t k_letters = 3;
  std::array<char, k_letters + 1> code_{'U', 'S', 'D', '\0'};
};

/// An exact amount: whole nano-units of one currency (1 USD = 10^9). Sums are exact and free of
/// order; adding two currencies or leaving the range of 64 bits (9.2 thousand million) is a broken
/// invariant, so readers check sizes first (`Money::parse`, `Money::times_hours`).
class Money {
public:
  constexpr Money() = default;

  constexpr Money(std::int64_t nanos, Currency currency) : nanos_(nanos), currency_(currency) {}

  /// Reads a plain decimal (`12`, `0.0084`, `-3.5`), at most nine digits after the point, never
  /// through a double. Anything else, and what does not fit, is nothing.
  static std::optional<Money> parse(std::string_view decimal, Currency currency);

  [[nodiscard]] constexpr std::int64_t nanos() const { return nanos_; }

  /// By reference, so that a view of its code lives as long as the amount does.
  [[nodiscard]] constexpr const Currency& currency() const& { return currency_; }

  [[nodiscard]] constexpr Currency currency() const&& { return currency_; }

  /// For ratios, intervals and display alone.
  [[nodiscard]] double to_double() const { return static_cast<double>(nanos_) / 1e9; }

  friend Money operator+(Money a, Money b);
  friend Money operator-(Money a, Money b);

  Money& operator+=(Money other) { return *this = *this + other; }

  friend bool operator==(const Money&, const Money&) = default;

  /// Order within one currency; comparing two is a broken invariant.
  friend std::strong_ordering operator<=>(const Money& a, const Money& b);

private:
  std::int64_t nanos_ = 0;
  Currency currency_;
};

/// rate per hour × time, through 128 bits, rounded half to even once. Nothing where it does not
/// fit.
std::optional<Money> times_hours(Money hourly, Milliseconds time);

/// The same on bare nano-units, for sums of one currency in long loops.
std::optional<std::int64_t> nanos_times_hours(std::int64_t hourly_nanos, Milliseconds time);

/// amount × numerator ÷ denominator, through 128 bits, rounded half to even once.
std::optional<Money> scale(Money amount, std::int64_t numerator, std::int64_t denominator);

/// amount × factor for factors that are estimates (a share, an expected count); half to even.
std::optional<Money> scale(Money amount, double factor);

/// The whole decimal expansion without trailing zeros: `12`, `0.0084`.
std::string to_decimal(Money amount);

/// Rounded half to even at `decimals` places: `12.00`.
std::string to_fixed(Money amount, int decimals);

/// The same for people: `4,310.25`.
std::string to_grouped(Money amount, int decimals = 2);

/// The parts of a sum at `decimals` places, such that they add up to the sum at those places: each
/// is cut, and the units that then lack go to the parts that lost most, of equals to the first
/// (largest remainder). All parts are in one currency.
std::vector<Money> rounded_parts(std::span<const Money> parts, int decimals);

} // namespace gpuplan::core
