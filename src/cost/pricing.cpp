#include "cost/pricing.hpp"

#include "cost/around.hpp"
#include "cost/interval.hpp"
#include "cost/models/model.hpp"
#include "cost/prepared_use.hpp"
#include "cost/wording.hpp"

namespace gpuplan::cost {
namespace {

/// Why nothing can be priced at some rates; empty where it can.
std::string_view why_no_price(const Rates& rates) {
  if (!rates.hourly)
    return rates.hourly.why_unknown();
  return rates.hourly->nanos() <= 0 ? "listed at zero, which is no price" : std::string_view{};
}

/// The use as the models take it, or why it has no price.
core::Known<Work> priceable(const Rates& rates, const Usage& usage) {
  if (const auto why = why_no_price(rates); !why.empty())
    return core::Unknown{why};
  const auto work = work_of(usage);
  if (!work || rates.option == catalog::PurchaseOption::spot)
    return work;
  return with_writing(*work, writing_time(*rates.settings, usage));
}

core::Known<Charge> charged(const Case& use);

core::Known<core::Milliseconds> charge(const Case& use, Bill& bill, Extras* extras) {
  const Model model = k_models[static_cast<std::size_t>(use.rates.option)];
  const auto wall = model(use, bill, extras);
  if (!wall)
    return wall;
  charge_around(use, *wall, bill, extras);
  return use.usage.serving ? *wall : *wall + time_on_the_way(use);
}

Quote written(const Case& use, const std::vector<BillLine>& lines, Extras extras) {
  add_notes(use, lines, extras);
  Quote quote;
  for (const BillLine& line : lines)
    quote.lines.push_back(worded(line, use, extras));
  quote.monthly = extras.monthly;
  quote.paid_at_start = extras.paid_at_start;
  quote.spot = extras.spot;
  quote.commitment = extras.commitment;
  quote.left_out = std::move(extras.left_out);
  quote.notes = std::move(extras.notes);
  return quote;
}

} // namespace

core::Known<Charge> charge_of(const Rates& rates, const Usage& usage) {
  const auto work = priceable(rates, usage);
  if (!work)
    return core::Unknown{work.why_unknown()};
  return charged({.rates = rates, .usage = usage, .hourly = *rates.hourly, .work = *work});
}

PreparedUse prepared(const Rates& shared, const Usage& usage) {
  PreparedUse use{.usage = usage, .work = work_of(usage)};
  use.work_with_writing = use.work;
  if (use.work)
    use.work_with_writing = with_writing(*use.work, writing_time(*shared.settings, usage));
  if (!usage.serving)
    use.spot = spot_run(shared, usage);
  return use;
}

core::Known<Charge> charge_of(const Rates& rates, const PreparedUse& use) {
  if (const auto why = why_no_price(rates); !why.empty())
    return core::Unknown{why};
  const bool spot = rates.option == catalog::PurchaseOption::spot;
  const auto& work = spot ? use.work : use.work_with_writing;
  if (!work)
    return core::Unknown{work.why_unknown()};
  return charged({.rates = rates,
                  .usage = use.usage,
                  .hourly = *rates.hourly,
                  .work = *work,
                  .spot = &use.spot});
}

namespace {

core::Known<Charge> charged(const Case& use) {
  Bill bill{use.hourly.currency()};
  const auto wall = charge(use, bill, nullptr);
  if (!wall)
    return core::Unknown{wall.why_unknown()};
  const auto total = bill.total();
  if (!total)
    return core::Unknown{total.why_unknown()};
  return Charge{.total = *total, .wall = *wall};
}

} // namespace

core::Known<core::Money> total_cost(const Rates& rates, const Usage& usage) {
  return charge_of(rates, usage).transform([](const Charge& charge) { return charge.total; });
}

core::Known<Quote> full_quote(const Rates& rates, const Usage& usage, TimeBand band) {
  const auto work = priceable(rates, usage);
  if (!work)
    return core::Unknown{work.why_unknown()};
  const Case use{.rates = rates, .usage = usage, .hourly = *rates.hourly, .work = *work};
  std::vector<BillLine> lines;
  Extras extras;
  Bill bill{use.hourly.currency(), &lines};
  const auto wall = charge(use, bill, &extras);
  if (!wall)
    return core::Unknown{wall.why_unknown()};
  const auto total = bill.total();
  if (!total)
    return core::Unknown{total.why_unknown()};
  Quote quote = written(use, lines, std::move(extras));
  const CostInterval interval = cost_interval(rates, usage, band, *total);
  quote.total = *total;
  quote.total_low = interval.low;
  quote.total_high = interval.high;
  quote.wall = *wall;
  if (usage.serving && rates.option != catalog::PurchaseOption::capacity_block)
    quote.monthly = *total;
  if (interval.open)
    quote.notes.emplace_back("the dear end of the range has no price: the run might never end");
  return quote;
}

} // namespace gpuplan::cost
