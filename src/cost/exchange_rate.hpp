#pragma once

#include "core/date.hpp"
#include "core/known.hpp"
#include "core/money.hpp"
#include "core/unit_text.hpp"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace gpuplan::cost {

/// What one unit of a currency cost on a day. Exact: at most nine digits after the point.
struct ExchangeRate {
  core::Currency from;
  core::Money price; ///< of one `from`, in the other currency; positive
  core::Date date;

  [[nodiscard]] core::Currency to() const { return price.currency(); }
};

/// Reads `CNY=0.14USD@2026-11-28`: one CNY is 0.14 USD, as of that day. The date is not optional:
/// an undated rate is refused, as is one of a currency to itself or of zero.
std::variant<ExchangeRate, core::UnitError> parse_exchange_rate(std::string_view text);

/// `CNY=0.14USD@2026-11-28`.
std::string to_string(const ExchangeRate& rate);

/// An amount in another currency, and the oldest day among the rates it took; no day where it was
/// in that currency before.
struct Converted {
  core::Money amount;
  std::optional<core::Date> date;
};

/// The dated rates of one run of the program. Without a rate nothing converts: there is no default
/// and never a rate of 1. Official rates differ from what a provider bills in its own list of
/// another currency, so an offer keeps its currency and only comparisons convert.
class ExchangeRates {
public:
  /// Refuses a second rate for a pair of currencies, in either direction.
  std::optional<core::UnitError> add(const ExchangeRate& rate);

  /// Through the stated rate, its inverse, or two rates by way of a third currency (the first that
  /// serves in order of code). Rounded half-even once per rate.
  [[nodiscard]] core::Known<Converted> convert(core::Money amount, core::Currency to) const;

  [[nodiscard]] std::span<const ExchangeRate> rates() const { return rates_; }

private:
  [[nodiscard]] std::optional<Converted> direct(core::Money amount, core::Currency to) const;

  std::vector<ExchangeRate> rates_; ///< by `from`, then `to`
};

/// Reads all rates of a run; a fault names the text it is in.
std::variant<ExchangeRates, core::UnitError>
parse_exchange_rates(std::span<const std::string> texts);

} // namespace gpuplan::cost
