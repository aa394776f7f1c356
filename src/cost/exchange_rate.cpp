#include "cost/exchange_rate.hpp"

#include "core/money_text.hpp"
#include "core/number_text.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cost {
namespace {

/// A rate is a count of nano-units for one whole unit.
constexpr std::int64_t k_nanos_per_unit = 1'000'000'000;

core::UnitError no_rate(std::string_view text, std::string_view why) {
  constexpr std::size_t k_most = 60;
  return {.headline = fmt::format("met {}, expected a dated exchange rate: {}",
                                  text.empty() ? "nothing" : text.substr(0, k_most),
                                  why),
          .help = "write what one unit costs and the day, such as CNY=0.14USD@2026-11-28"};
}

bool same_pair(const ExchangeRate& a, const ExchangeRate& b) {
  return (a.from == b.from && a.to() == b.to()) || (a.from == b.to() && a.to() == b.from);
}

/// amount ÷ rate: `scale` wants a positive denominator, which a rate is.
std::optional<core::Money> inverse(core::Money amount, const ExchangeRate& rate) {
  return scale(core::Money{amount.nanos(), rate.from}, k_nanos_per_unit, rate.price.nanos());
}

std::optional<core::Money> forward(core::Money amount, const ExchangeRate& rate) {
  return scale(core::Money{amount.nanos(), rate.to()}, rate.price.nanos(), k_nanos_per_unit);
}

} // namespace

std::variant<ExchangeRate, core::UnitError> parse_exchange_rate(std::string_view text) {
  const std::string_view whole = core::trim(text);
  const auto equals = whole.find('=');
  const auto at = whole.find('@');
  if (equals == std::string_view::npos)
    return no_rate(whole, "no =");
  if (at == std::string_view::npos || at < equals)
    return no_rate(whole, "no day");
  const auto from = core::Currency::parse_typed(core::trim(whole.substr(0, equals)));
  if (!from)
    return no_rate(whole, "no currency code before the =");
  const auto price = core::parse_money(whole.substr(equals + 1, at - equals - 1));
  if (const auto* fault = std::get_if<core::UnitError>(&price))
    return core::UnitError{.headline = fault->headline, .help = no_rate(whole, "").help};
  const auto date = core::parse_date(core::trim(whole.substr(at + 1)));
  if (!date)
    return no_rate(whole, "the day is not written YYYY-MM-DD or does not exist");
  const ExchangeRate rate{.from = *from, .price = std::get<core::Money>(price), .date = *date};
  if (rate.price.nanos() <= 0)
    return no_rate(whole, "a rate is above 0");
  if (rate.from == rate.to())
    return no_rate(whole, "one currency");
  return rate;
}

std::string to_string(const ExchangeRate& rate) {
  return fmt::format("{}={}{}@{}",
                     rate.from.code(),
                     to_decimal(rate.price),
                     rate.to().code(),
                     core::to_string(rate.date));
}

std::optional<core::UnitError> ExchangeRates::add(const ExchangeRate& rate) {
  const auto known = std::find_if(rates_.begin(), rates_.end(), [&](const ExchangeRate& other) {
    return same_pair(rate, other);
  });
  if (known != rates_.end()) {
    return core::UnitError{.headline =
                               fmt::format("met {} beside {}, expected one rate for two currencies",
                                           to_string(rate),
                                           to_string(*known)),
                           .help = "leave one of them out; a rate serves both directions"};
  }
  const auto place = std::find_if(rates_.begin(), rates_.end(), [&](const ExchangeRate& other) {
    return rate.from < other.from || (rate.from == other.from && rate.to() < other.to());
  });
  rates_.insert(place, rate);
  return std::nullopt;
}

std::optional<Converted> ExchangeRates::direct(core::Money amount, core::Currency to) const {
  for (const ExchangeRate& rate : rates_) {
    std::optional<core::Money> converted;
    if (rate.from == amount.currency() && rate.to() == to)
      converted = forward(amount, rate);
    else if (rate.to() == amount.currency() && rate.from == to)
      converted = inverse(amount, rate);
    else
      continue;
    if (converted)
      return Converted{.amount = *converted, .date = rate.date};
    return std::nullopt;
  }
  return std::nullopt;
}

core::Known<Converted> ExchangeRates::convert(core::Money amount, core::Currency to) const {
  if (amount.currency() == to)
    return Converted{.amount = amount, .date = std::nullopt};
  if (const auto converted = direct(amount, to))
    return *converted;
  std::vector<core::Currency> between;
  for (const ExchangeRate& rate : rates_) {
    between.push_back(rate.from);
    between.push_back(rate.to());
  }
  std::sort(between.begin(), between.end());
  for (const core::Currency third : between) {
    if (third == amount.currency() || third == to)
      continue;
    const auto first = direct(amount, third);
    const auto second = first ? direct(first->amount, to) : std::nullopt;
    if (second)
      return Converted{.amount = second->amount, .date = std::min(*first->date, *second->date)};
  }
  return core::Unknown{"no dated exchange rate between the two currencies"};
}

std::variant<ExchangeRates, core::UnitError>
parse_exchange_rates(std::span<const std::string> texts) {
  ExchangeRates rates;
  for (const auto& text : texts) {
    const auto named = [&](const core::UnitError& fault) {
      return core::UnitError{.headline = fmt::format("{}: {}", text, fault.headline),
                             .help = fault.help};
    };
    const auto rate = parse_exchange_rate(text);
    if (const auto* fault = std::get_if<core::UnitError>(&rate))
      return named(*fault);
    if (const auto fault = rates.add(std::get<ExchangeRate>(rate)))
      return named(*fault);
  }
  return rates;
}

} // namespace gpuplan::cost
