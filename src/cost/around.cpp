#include "cost/around.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gpuplan::cost {
namespace {

void leave_out(LineKind kind, std::string why, Extras* extras) {
  if (extras != nullptr)
    extras->left_out.push_back({.kind = kind, .why = std::move(why)});
}

void note_rate_day(std::string_view what, const Converted& converted, Extras* extras) {
  if (extras != nullptr && converted.date) {
    extras->notes.push_back(fmt::format(
        "{} converted at the exchange rate of {}", what, core::to_string(*converted.date)));
  }
}

/// An amount in the currency of the bill; nothing, with the reason given, where there is no rate.
std::optional<core::Money>
in_bill_currency(LineKind kind, core::Money amount, const Case& use, Extras* extras) {
  const core::Currency currency = use.hourly.currency();
  if (amount.currency() == currency) // by far the usual case
    return amount;
  const auto converted = use.rates.exchange->convert(amount, currency);
  if (!converted) {
    if (extras != nullptr) {
      leave_out(kind,
                fmt::format("priced in {}, and no dated exchange rate to {} is given",
                            amount.currency().code(),
                            currency.code()),
                extras);
    }
    return std::nullopt;
  }
  note_rate_day(to_string(kind), *converted, extras);
  return converted->amount;
}

/// Months for which data lies there; nothing where the default is missing.
std::optional<double> months_kept(const Case& use, core::Milliseconds wall) {
  if (use.usage.serving)
    return core::to_hours(wall) / core::k_hours_per_month;
  const auto& hold = use.rates.settings->storage_hold;
  if (!hold)
    return std::nullopt;
  return (core::to_hours(wall) + *hold) / core::k_hours_per_month;
}

void charge_object(LineKind kind,
                   double bytes,
                   const Case& use,
                   core::Milliseconds wall,
                   Bill& bill,
                   Extras* extras) {
  const UnitRate& object = use.rates.object;
  const auto months = months_kept(use, wall);
  if (!object.price || !months) {
    leave_out(kind, "no rate for object storage is known", extras);
    return;
  }
  const auto rate = in_bill_currency(kind, *object.price, use, extras);
  if (!rate)
    return;
  const double quantity = bytes / static_cast<double>(object.bytes_per_unit) * *months;
  const auto amount = scale(*rate, quantity);
  if (!amount) {
    bill.spoil();
    return;
  }
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
  if (transfer.kind == TransferRate::Kind::unknown || transfer.tiers == nullptr) {
    leave_out(LineKind::transfer, "what the sender charges is not known", extras);
    return;
  }
  constexpr double k_most_bytes = 9e18;
  const double bytes = use.usage.transfer_bytes;
  const auto amount = bytes < k_most_bytes
                          ? transfer.tiers->cost(std::llround(bytes), transfer.bytes_per_unit)
                          : std::nullopt;
  if (!amount) {
    bill.spoil();
    return;
  }
  const auto in_currency = in_bill_currency(LineKind::transfer, *amount, use, extras);
  if (!in_currency)
    return;
  const auto bands = transfer.tiers->bands();
  const bool one_rate = bands.size() == 1 && bands.front().rate.currency() == bill.currency();
  bill.add({.kind = LineKind::transfer,
            .unit = LineUnit::gb,
            .quantity = bytes / static_cast<double>(transfer.bytes_per_unit),
            .rate = one_rate ? std::optional{bands.front().rate} : std::nullopt,
            .amount = *in_currency});
}

} // namespace

void charge_around(const Case& use, core::Milliseconds wall, Bill& bill, Extras* extras) {
  const Usage& usage = use.usage;
  if (usage.dataset_bytes > 0)
    charge_object(LineKind::storage, usage.dataset_bytes, use, wall, bill, extras);
  if (usage.checkpoint_bytes > 0) {
    const auto copies =
        usage.serving ? core::Known<double>{1} : use.rates.settings->checkpoint_copies;
    if (copies) {
      charge_object(
          LineKind::checkpoints, usage.checkpoint_bytes * *copies, use, wall, bill, extras);
    } else {
      leave_out(LineKind::checkpoints, "how many copies are kept is not known", extras);
    }
  }
  if (usage.transfer_bytes > 0)
    charge_transfer(use, bill, extras);
}

} // namespace gpuplan::cost
