#include "plan/market/converted_quote.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::plan {
namespace {

using core::Known;
using core::Money;

/// What rounding line by line leaves of the total goes to the largest line.
void settle(cost::Quote& quote) {
  Money rest = quote.total;
  for (const auto& line : quote.lines)
    rest = rest - line.amount;
  const auto largest =
      std::max_element(quote.lines.begin(), quote.lines.end(), [](const auto& a, const auto& b) {
        return a.amount < b.amount;
      });
  if (largest != quote.lines.end())
    largest->amount += rest;
}

} // namespace

Known<cost::Quote> in_currency(const cost::Quote& quote,
                               core::Currency currency,
                               const cost::ExchangeRates& exchange) {
  const auto from = quote.total.currency();
  if (from == currency)
    return quote;
  cost::Quote told = quote;
  core::Unknown failed{};
  bool known = true;
  const auto convert = [&](Money& amount) {
    const auto converted = exchange.convert(amount, currency);
    if (converted)
      amount = converted->amount;
    else
      failed = core::Unknown{converted.why_unknown()};
    known = known && converted.known();
  };
  const auto convert_known = [&](Known<Money>& amount) {
    if (!amount)
      return;
    Money told_amount = *amount;
    convert(told_amount);
    amount = told_amount;
  };
  for (auto& line : told.lines) {
    convert(line.amount);
    line.rate.reset();
  }
  convert(told.total);
  convert(told.total_low);
  convert(told.total_high);
  convert_known(told.monthly);
  convert_known(told.paid_at_start);
  if (!known)
    return failed;
  settle(told);
  const auto day = exchange.convert(quote.total, currency)->date;
  told.notes.push_back(fmt::format("billed in {}, told in {} at the rate of {}",
                                   from.code(),
                                   currency.code(),
                                   day ? core::to_string(*day) : std::string{"no day"}));
  return told;
}

} // namespace gpuplan::plan
