#include "cost/checkpoint.hpp"
#include "cost/commitment.hpp"
#include "cost/energy.hpp"
#include "cost/interruption.hpp"
#include "fixture.hpp"
#include "source/files.hpp"
#include "source/readers.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <sstream>

/// The table of worked examples, read where it lies: each row that concerns this module is computed
/// from its own inputs and compared with its expected value within its tolerance and the rounding
/// of the printed number.

using namespace gpuplan::cost;
using namespace gpuplan::test;
using gpuplan::catalog::PurchaseOption;
using gpuplan::catalog::Term;

namespace {

class Inputs {
public:
  explicit Inputs(const std::string& text) {
    std::stringstream parts(text);
    for (std::string part; std::getline(parts, part, ';');) {
      const auto equals = part.find('=');
      if (equals != std::string::npos)
        values_[part.substr(0, equals)] = part.substr(equals + 1);
    }
  }

  [[nodiscard]] const std::string& text(const std::string& key) const {
    REQUIRE(values_.count(key) == 1);
    return values_.at(key);
  }

  [[nodiscard]] double operator()(const std::string& key) const { return std::stod(text(key)); }

private:
  std::map<std::string, std::string> values_;
};

gpuplan::core::Money usd(double amount) {
  return gpuplan::core::Money{std::llround(amount * 1e9), {}};
}

double egress(const TierTable& tiers, double gb) {
  return tiers.cost(std::llround(gb * 1e9), 1'000'000'000)->to_double();
}

TierTable aws_egress() {
  return tiers_of({{0, 100, money("0")},
                   {100, 10240, money("0.09")},
                   {10240, 51200, money("0.085")},
                   {51200, 153600, money("0.07")},
                   {153600, std::nullopt, money("0.05")}});
}

/// What a run of some seconds costs at a price and a billing step.
double billed(double usd_h, double seconds, double increment_s, double minimum_s) {
  const Market market;
  auto rates = market.at("1");
  rates.hourly = usd(usd_h);
  rates.step = {.increment = hours(increment_s / 3600), .minimum = hours(minimum_s / 3600)};
  Usage usage;
  usage.run = hours(seconds / 3600);
  return total_cost(rates, usage)->to_double();
}

double segment(const Inputs& in, double work) {
  return expected_segment({.work = work,
                           .write = in("ckpt_min") / 60,
                           .restore = in("recovery_min") / 60,
                           .wait = in("downtime_min") / 60,
                           .rate = 1 / in("mtbf_h")});
}

double segmented(const Inputs& in) {
  return in("work_h") / in("segment_h") * segment(in, in("segment_h"));
}

double daly_wall_hours(const Inputs& in) {
  const double minutes = expected_segment({.work = in("tau_min"),
                                           .write = in("delta_min"),
                                           .restore = in("restart_min"),
                                           .rate = 1 / in("mtbf_min")});
  return in("solve_h") * 60 / in("tau_min") * minutes / 60;
}

double sustained_use_discount(const std::vector<const char*>& steps, double share) {
  std::vector<Band> bands;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto from = static_cast<std::int64_t>(25 * i);
    const bool last = i + 1 == steps.size();
    bands.push_back({from, last ? std::nullopt : std::optional{from + 25}, money(steps[i])});
  }
  const double percent = 100 * share;
  return 1 - tiers_of(bands).cost(std::llround(percent), 1)->to_double() / percent;
}

/// One hour of a commitment as FOCUS writes it: what is used, what is not.
double unused_of(double committed_usd_h, double used_hours) {
  const Market market;
  auto rates = market.at("1", PurchaseOption::reserved);
  rates.hourly = usd(committed_usd_h);
  rates.term = Term::one_year;
  Usage usage;
  usage.run = hours(used_hours * 8760);
  const auto quote = full_quote(rates, usage, {});
  return amount_of(*quote, LineKind::commitment)->to_double() / 8760;
}

double whole_year(double hourly) {
  const Market market;
  auto rates = market.at("1", PurchaseOption::reserved);
  rates.hourly = usd(hourly);
  rates.term = Term::one_year;
  Usage usage;
  usage.run = hours(1);
  return total_cost(rates, usage)->to_double();
}

double container_with_storage(const Inputs& in) {
  Market market;
  market.settings.storage_hold = 0.0;
  auto rates = market.at("1");
  rates.hourly = usd(in("usd_h"));
  rates.object = {.price = usd(in("usd_gb_h") * 730)};
  Usage usage;
  usage.run = hours(in("hours"));
  usage.dataset_bytes = in("gb") * 1e9;
  return total_cost(rates, usage)->to_double();
}

double kg(double kwh, double grams) {
  return *emissions_kg(kwh, grams);
}

double footprint_kg(double devices, double watts, double time, double pue, double grams) {
  return *estimate_energy({.devices = devices,
                           .device_power_w = watts,
                           .time = hours(time),
                           .pue = pue,
                           .grid_gco2_per_kwh = grams},
                          test_settings())
              .co2e_kg;
}

std::vector<double> list_of(const std::string& text) {
  std::vector<double> values;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');)
    values.push_back(std::stod(part));
  return values;
}

double commitment_cost(const Inputs& in) {
  double sum = 0;
  for (const double wanted : list_of(in.text("hourly_demand"))) {
    sum += in("commit_price") * in("level") +
           in("on_demand_price") * std::max(0.0, wanted - in("level"));
  }
  return sum;
}

/// Half a unit of the last digit: how far a printed number may lie from the one it stands for.
double half_of_last_digit(const std::string& printed) {
  const auto point = printed.find('.');
  const auto decimals = point == std::string::npos ? 0 : printed.size() - point - 1;
  return decimals == 0 ? 0 : 0.5 * std::pow(10.0, -static_cast<double>(decimals));
}

using Example = std::function<double(const Inputs&)>;

const std::map<std::string, Example>& interruptions() {
  static const std::map<std::string, Example> examples{
      {"ckpt-daly-24h",
       [](const Inputs& in) { return daly_interval(in("delta_min"), in("mtbf_min")); }},
      {"ckpt-daly-6h",
       [](const Inputs& in) { return daly_interval(in("delta_min"), in("mtbf_min")); }},
      {"ckpt-daly-cap",
       [](const Inputs& in) { return daly_interval(in("delta_min"), in("mtbf_min")); }},
      {"ckpt-young-24h",
       [](const Inputs& in) { return young_interval(in("delta_min"), in("mtbf_min")); }},
      {"ckpt-young-bloom",
       [](const Inputs& in) { return young_interval(in("delta_s") / 60, in("mtbf_h") * 60); }},
      {"ckpt-wall-24h", daly_wall_hours},
      {"ckpt-segment", [](const Inputs& in) { return segment(in, in("work_h")); }},
      {"ckpt-none",
       [](const Inputs& in) {
         return expect_run(
                    {.work = in("work_h"), .rate = 1 / in("mtbf_h"), .progress = Progress::lost})
             .wall;
       }},
      {"ckpt-spot-time", segmented},
      {"ckpt-spot-cost", [](const Inputs& in) { return segmented(in) * in("spot_usd_h"); }},
      {"mtbf-cluster",
       [](const Inputs& in) { return 1 / rate_of_job(1 / in("node_mtbf_h"), in("nodes")); }},
      {"rate-hourly-survival",
       [](const Inputs& in) {
         return survival(rate_of_hourly_chance(in("hourly_eviction")), in("hours"));
       }},
      {"rate-hourly-mtbf",
       [](const Inputs& in) { return 1 / rate_of_hourly_chance(in("hourly_eviction")); }},
      {"rate-monthly-mtbf",
       [](const Inputs& in) { return 1 / rate_of_monthly_share(in("monthly_share")); }},
  };
  return examples;
}

const std::map<std::string, Example>& commitments() {
  static const std::map<std::string, Example> examples{
      {"ri-list-value",
       [](const Inputs& in) {
         return effective_hourly(usd(in("upfront")), usd(in("hourly")), std::llround(in("hours")))
                    ->to_double() *
                in("hours");
       }},
      {"ri-partial-hourly",
       [](const Inputs& in) {
         const double running = in("monthly") * in("months") / in("hours");
         return effective_hourly(usd(in("upfront")), usd(running), std::llround(in("hours")))
             ->to_double();
       }},
      {"focus-all-upfront", [](const Inputs& in) { return whole_year(in("hourly")); }},
      {"focus-unused", [](const Inputs& in) { return unused_of(in("hourly_commit"), in("used")); }},
      {"sud-n1-50",
       [](const Inputs& in) {
         return sustained_use_discount({"1", "0.8", "0.6", "0.4"}, in("month_share"));
       }},
      {"sud-n1-100",
       [](const Inputs& in) {
         return sustained_use_discount({"1", "0.8", "0.6", "0.4"}, in("month_share"));
       }},
      {"sud-n2-100",
       [](const Inputs& in) {
         return sustained_use_discount({"1", "0.8678", "0.733", "0.6"}, in("month_share"));
       }},
      {"breakeven-util",
       [](const Inputs& in) { return break_even_utilization(usd(1 - in("discount")), usd(1)); }},
      {"breakeven-months",
       [](const Inputs& in) {
         return payback_months(in("upfront"), in("monthly_on_demand"), in("monthly_committed"));
       }},
      {"newsvendor-level",
       [](const Inputs& in) {
         return commitment_level(list_of(in.text("hourly_demand")),
                                 in("commit_price") / in("on_demand_price"));
       }},
      {"newsvendor-cost", commitment_cost},
  };
  return examples;
}

const std::map<std::string, Example>& bills() {
  static const std::map<std::string, Example> examples{
      {"bill-min60", [](const Inputs& in) { return billed(in("usd_h"), in("seconds"), 1, 60); }},
      {"bill-seconds", [](const Inputs& in) { return billed(in("price_h"), in("seconds"), 1, 1); }},
      {"bill-15min",
       [](const Inputs& in) {
         const double block = in("block_min") * 60;
         return billed(in("usd_h"), in("minutes") * 60, block, block);
       }},
      {"bill-gpu-plus-storage", container_with_storage},
      {"bill-spot-user", [](const Inputs& in) { return billed(3600, in("run_min") * 60, 1, 60); }},
      {"bill-spot-suse",
       [](const Inputs& in) { return billed(3600, in("run_min") * 60, 3600, 3600); }},
      {"egress-aws-5tb", [](const Inputs& in) { return egress(aws_egress(), in("gb")); }},
      {"egress-aws-50tb", [](const Inputs& in) { return egress(aws_egress(), in("gb")); }},
      {"transfer-interaz",
       [](const Inputs& in) {
         return 2 * egress(TierTable::flat(usd(in("usd_gb_each_side"))), in("gb"));
       }},
      {"tier-s3-example",
       [](const Inputs& in) {
         const auto tiers = tiers_of(
             {{0, 1, money("100")}, {1, 50, money("80")}, {50, std::nullopt, money("60")}});
         return tiers.cost(std::llround(in("tb")), 1)->to_double();
       }},
      {"egress-oci-20tb",
       [](const Inputs& in) {
         const auto free = std::llround(in("free_gb"));
         return egress(tiers_of({{0, free, money("0")}, {free, std::nullopt, usd(in("usd_gb"))}}),
                       in("gb"));
       }},
      {"egress-gcp-5tb",
       [](const Inputs& in) {
         return egress(tiers_of({{0, 1024, money("0.12")},
                                 {1024, 10240, money("0.11")},
                                 {10240, std::nullopt, money("0.08")}}),
                       in("gb"));
       }},
      {"ckpt-storage",
       [](const Inputs& in) {
         Market market;
         market.settings.checkpoint_copies = in("kept");
         auto rates = market.at("1");
         rates.object = {.price = usd(in("usd_gb_month"))};
         Usage usage;
         usage.run = hours(in("months") * 730 - 24);
         usage.checkpoint_bytes = in("gb") * 1e9;
         return amount_of(*full_quote(rates, usage, {}), LineKind::checkpoints)->to_double();
       }},
      {"co2-bloom-dynamic", [](const Inputs& in) { return kg(in("kwh"), in("g_per_kwh")) / 1000; }},
      {"co2-bloom-idle", [](const Inputs& in) { return kg(in("kwh"), in("g_per_kwh")) / 1000; }},
      {"co2-llama2-7b",
       [](const Inputs& in) {
         return footprint_kg(in("gpu_hours"), in("watts"), 1, in("pue"), in("kg_per_kwh") * 1000) /
                1000;
       }},
      {"co2-node-day",
       [](const Inputs& in) {
         return footprint_kg(in("gpus"), in("watts"), in("hours"), in("pue"), in("g_per_kwh"));
       }},
      {"fx-cny",
       [](const Inputs& in) {
         ExchangeRates rates;
         rates.add(std::get<ExchangeRate>(
             parse_exchange_rate("USD=" + in.text("cny_per_usd") + "CNY@2026-11-28")));
         return rates.convert(money(in.text("price").c_str(), "CNY"), {})->amount.to_double();
       }},
  };
  return examples;
}

} // namespace

TEST_CASE("the worked examples come out as published", "[cost][facts]") {
  const char* folder = std::getenv("GPUPLAN_FACTS");
  if (folder == nullptr) {
    WARN("skipped: GPUPLAN_FACTS is not set, so the table of worked examples is not read");
    return;
  }
  gpuplan::source::DiskReader files;
  gpuplan::core::DiagnosticSink sink;
  const auto limits = gpuplan::source::k_csv_limits;
  const auto text =
      files.read(std::string(folder) + "/worked_examples.csv", limits.most_bytes, sink);
  REQUIRE(text != nullptr);
  const auto table = read_csv(text, limits, sink);
  REQUIRE(table.has_value());
  std::size_t computed = 0;
  for (const auto& row : table->rows) {
    const std::string& id = row[table->column("id").value()].text;
    const Inputs inputs(row[table->column("inputs").value()].text);
    const std::string& printed = row[table->column("expected").value()].text;
    const double expected = std::stod(printed);
    const double tolerance = std::stod(row[table->column("tolerance").value()].text);
    for (const auto* examples : {&interruptions(), &commitments(), &bills()}) {
      const auto example = examples->find(id);
      if (example == examples->end())
        continue;
      CAPTURE(id);
      CHECK(std::abs(example->second(inputs) - expected) <=
            tolerance + half_of_last_digit(printed));
      ++computed;
    }
  }
  CHECK(computed == interruptions().size() + commitments().size() + bills().size());
}
