#include "cost/around.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuplan::cost {
namespace {

void leave_out(LineKind kind, std::string_view why, Extras* extras) {
  if (extras != nullptr)
    extras->left_out.push_back({.kind = kind, .why = std::string(why)});
}

void note_rate_day(std::string_view what, const Converted& converted, Extras* extras) {
  if (extras != nullptr && converted.date) {
    extras->notes.push_back(fmt::format(
        "{} converted at the exchange rate of {}", what, core::to_string(*converted.date)));
  }
}

/// An amount of another currency in that of the bill; nothing, with the reason given, where there
/// is no rate.
std::optional<core::Money>
converted(LineKind kind, core::Money amount, const Case& use, Extras* extras) {
  const core::Currency currency = use.hourly.currency();
  const auto exchanged = use.rates.exchange->convert(amount, currency);
  if (exchanged) {
    note_rate_day(to_string(kind), *exchanged, extras);
    return exchanged->amount;
  }
  if (extras != nullptr) {
    leave_out(kind,
              fmt::format("priced in {}, and no dated exchange rate to {} is given",
                          amount.currency().code(),
                          currency.code()),
              extras);
  }
  return std::nullopt;
}

/// Time for which data lies there, ms; nothing where the default is missing.
std::optional<double> time_kept(const Case& use, core::Milliseconds wall) {
  const auto run = static_cast<double>(wall.count());
  if (use.usage.serving)
    return run;
  const auto& hold = use.rates.settings->storage_hold;
  if (!hold)
    return std::nullopt;
  return run + *hold * core::k_milliseconds_per_hour;
}

void charge_object(LineKind kind,
                   double bytes,
                   const Case& use,
                   core::Milliseconds wall,
                   Bill& bill,
                   Extras* extras) {
  const UnitRate& object = use.rates.object;
  const auto kept = time_kept(use, wall);
  if (!object.price || !kept)
    return leave_out(kind, "no rate for object storage is known", extras);
  std::optional<core::Money> exchanged;
  const core::Money* rate = &*object.price;
  if (rate->currency() != bill.currency()) {
    exchanged = converted(kind, *rate, use, extras);
    if (!exchanged)
      return;
    rate = &*exchanged;
  }
  constexpr double k_month = core::k_hours_per_month * core::k_milliseconds_per_hour;
  const double quantity = bytes * *kept / (static_cast<double>(object.bytes_per_unit) * k_month);
  const auto amount = scale(*rate, quantity);
  if (!amount)
    return bill.spoil();
  bill.add({.kind = kind,
            .unit = LineUnit::gb_months,
            .quantity = quantity,
            .rate = *rate,
            .amount = *amount});
}

void charge_transfer(const Case& use, Bill& bill, Extras* extras) {
  const TransferRate& transfer = use.rates.transfer;
  if (transfer.kind == TransferRate::Kind::free)
    return;
  if (transfer.kind == TransferRate::Kind::unknown || transfer.tiers == nullptr)
    return leave_out(LineKind::transfer, "what the sender charges is not known", extras);
  constexpr double k_most_bytes = 9e18;
  const double bytes = use.usage.transfer_bytes;
  const auto amount = bytes < k_most_bytes
                          ? transfer.tiers->cost(std::llround(bytes), transfer.bytes_per_unit)
                          : std::nullopt;
  if (!amount)
    return bill.spoil();
  const bool same_currency = amount->currency() == bill.currency();
  const auto charged = same_currency ? amount : converted(LineKind::transfer, *amount, use, extras);
  if (!charged)
    return;
  const auto bands = transfer.tiers->bands();
  const bool one_rate = bands.size() == 1 && same_currency;
  bill.add({.kind = LineKind::transfer,
            .unit = LineUnit::gb,
            .quantity = bytes / static_cast<double>(transfer.bytes_per_unit),
            .rate = one_rate ? std::optional{bands.front().rate} : std::nullopt,
            .amount = *charged});
}

} // namespace

void charge_around(const Case& use, core::Milliseconds wall, Bill& bill, Extras* extras) {
  const Usage& usage = use.usage;
  if (usage.dataset_bytes > 0)
    charge_object(LineKind::storage, usage.dataset_bytes, use, wall, bill, extras);
  if (usage.checkpoint_bytes > 0) {
    const double copies =
        usage.writes_checkpoints() ? use.rates.settings->checkpoint_copies.value_or(0) : 1;
    if (copies > 0)
      charge_object(
          LineKind::checkpoints, usage.checkpoint_bytes * copies, use, wall, bill, extras);
    else
      leave_out(LineKind::checkpoints, "how many copies are kept is not known", extras);
  }
  if (usage.transfer_bytes > 0)
    charge_transfer(use, bill, extras);
}

core::Milliseconds time_on_the_way(const Case& use) {
  const auto& rate = use.rates.settings->transfer_bytes_s;
  const bool on_the_way = use.rates.transfer.moves && use.usage.transfer_bytes > 0;
  if (!on_the_way || !rate || !(*rate > 0))
    return core::Milliseconds{0};
  const core::Seconds time{use.usage.transfer_bytes / *rate};
  return std::min(k_longest_time, core::to_milliseconds(time));
}

} // namespace gpuplan::cost
