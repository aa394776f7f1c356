#include "catalog/catalog.hpp"
#include "catalog/words.hpp"
#include "facts/fact.hpp"
#include "facts/print.hpp"
#include "support/catch.hpp"

#include <set>

using namespace gpuplan;
using namespace gpuplan::facts;

TEST_CASE("every fact has one name, a definition and a unit that its name tells", "[facts]") {
  std::set<std::string_view> names;
  for (const Fact& row : all_facts()) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.definition.empty());
    CHECK(find_fact(row.name).has_value() == (row.id != FactId::label));
    const auto unit_follows = [&](std::string_view suffix, std::string_view unit) {
      if (row.name.ends_with(suffix))
        CHECK(row.unit.substr(0, unit.size()) == unit);
    };
    unit_follows("_gib", "GiB");
    unit_follows("_gb", "GB");
    unit_follows("_gb_s", "GB/s");
    unit_follows("_gbps", "Gbit/s");
    unit_follows("_hours", "h");
    unit_follows("_ms", "ms");
    unit_follows("_usd", "USD");
    unit_follows("_kwh", "kWh");
    unit_follows("_kg", "kg");
    unit_follows("_days", "days");
  }
}

TEST_CASE("the names that scripts rely on exist", "[facts]") {
  for (const auto* name : {"params_total",
                           "params_active",
                           "gpu_memory_gib",
                           "gpu_memory_usable_gib",
                           "gpu_count",
                           "gpus_total",
                           "nodes",
                           "memory_needed_gib",
                           "time_hours",
                           "step_time_s",
                           "throughput_tokens_s",
                           "throughput_samples_s",
                           "mfu",
                           "ttft_ms",
                           "tpot_ms",
                           "price_hourly_usd",
                           "price_gpu_hourly_usd",
                           "cost_total_usd",
                           "cost_monthly_usd",
                           "cost_per_million_tokens_usd",
                           "spot_overhead_ratio",
                           "energy_kwh",
                           "co2e_kg",
                           "price_age_days",
                           "bottleneck",
                           "provider",
                           "region",
                           "country",
                           "accelerator",
                           "accelerator_class",
                           "host_tier",
                           "terms",
                           "quota_state",
                           "label.team",
                           "network_gbps",
                           "link_domain_gpus",
                           "hosts",
                           "cost_total_usd_high",
                           "cost_total_cny_low",
                           "memory_needed_gib_high"}) {
    CAPTURE(name);
    const auto ref = find_fact(name);
    REQUIRE(ref.has_value());
    CHECK(name_of(*ref) == name);
  }
}

TEST_CASE("what is no name of a fact is refused", "[facts]") {
  for (const auto* name : {"",
                           "_usd",
                           "node",
                           "NODES",
                           "nodes_low",
                           "nodes_usd",
                           "cost_total",
                           "cost_total_abc",
                           "cost_total_USD",
                           "cost_total_usd_mid",
                           "label",
                           "label.",
                           "cost_total_usd_high_low",
                           "provider_low",
                           "ecc_high"}) {
    CAPTURE(name);
    CHECK_FALSE(find_fact(name).has_value());
  }
  CHECK(nearest_fact("cost_totl_usd") == "cost_total_usd");
  CHECK(nearest_fact("gpu_memory") == "gpu_memory_gib");
}

TEST_CASE("a reference in another currency or at an end of the range says so", "[facts]") {
  const auto ref = find_fact("cost_monthly_eur_high").value();
  CHECK(ref.id == FactId::cost_monthly_usd);
  CHECK(ref.bound == Bound::high);
  CHECK(ref.currency.code() == "EUR");
  CHECK(unit_of(ref) == "EUR/month");
  CHECK(definition_of(ref) == "cost of one month; 90th percentile");
}

TEST_CASE("numbers print with their unit and no more digits than they are worth", "[facts]") {
  const auto [name, value, expected] = GENERATE(table<const char*, double, const char*>({
      {"network_gbps", 400, "400 Gbit/s"},
      {"memory_needed_gib", 71.25, "71.2 GiB"}, // half to even
      {"memory_needed_gib", 128, "128 GiB"},
      {"memory_utilization", 0.884, "88 %"},
      {"memory_utilization", 1.07, "107 %"},
      {"spot_overhead_ratio", 0.048, "4.8 %"},
      {"spot_overhead_ratio", 0.0003, "0.03 %"},
      {"price_hourly_usd", 21.153, "21.153 USD/h"},
      {"price_hourly_usd", 0.0084, "0.0084 USD/h"},
      {"price_hourly_usd", 55.04, "55.04 USD/h"},
      {"price_hourly_usd", 3, "3.00 USD/h"},
      {"price_hourly_cny", 53.64, "53.64 CNY/h"},
      {"cost_total_usd", 132.1, "132.10 USD"},
      {"cost_total_usd", 1249667.4, "1,249,667 USD"},
      {"cost_total_usd", 0, "0.00 USD"},
      {"cost_total_usd", 0.004, "0.004 USD"},
      {"time_hours", 7.72, "7.7 h"},
      {"time_hours", 0.02, "0.02 h"},
      {"break_even_hours_per_year", 1840, "1,840 h"},
      {"sequence_length", 4096, "4096"},
      {"params_total", 8030261248, "8,030,261,248"},
      {"gpu_count", 0.125, "0.125"},
      {"gpu_count", 8, "8"},
      {"ecc", 1, "yes"},
      {"ecc", 0, "no"},
      {"mfu", 0.42, "42 %"},
      {"throughput_samples_s", -0.0, "0 samples/s"},
  }));
  CAPTURE(name, value);
  CHECK(print(find_fact(name).value(), value) == expected);
}

TEST_CASE("values tell unknown from zero and keep the reason", "[facts]") {
  FactValues values;
  CHECK_FALSE(values.number(FactId::nodes).known());
  CHECK(values.number(FactId::nodes).why_unknown() == "not stated");
  values.set_unknown(FactId::nodes, "no such offer");
  CHECK(values.number(FactId::nodes).why_unknown() == "no such offer");
  values.set(FactId::nodes, 0);
  CHECK(values.number(FactId::nodes).value() == 0);
  values.set(FactId::nodes, core::Known<double>{core::Unknown{"again"}});
  CHECK(values.number(FactId::nodes).why_unknown() == "again");
  values.set(FactId::time_hours, std::numeric_limits<double>::infinity());
  CHECK_FALSE(values.number(FactId::time_hours).known());
  values.set_range(FactId::mfu, 0.3, 0.4, 0.5);
  CHECK(values.number(FactId::mfu, Bound::low).value() == 0.3);
  CHECK(values.number(FactId::mfu, Bound::high).value() == 0.5);
  values.set_text(FactId::provider, "aws");
  CHECK(values.text(FactId::provider).value() == "aws");
  values.clear();
  CHECK_FALSE(values.number(FactId::mfu, Bound::low).known());
  CHECK_FALSE(values.text(FactId::provider).known());
  CHECK(values.text(FactId::provider).why_unknown() == "not stated");
}

TEST_CASE("a cleared set of values keeps its rates, and the latest rate holds", "[facts]") {
  FactValues values;
  const auto eur = *core::Currency::parse("EUR");
  values.set_rate(eur, 0.5);
  values.set_rate(eur, 0.9);
  values.clear();
  values.set(FactId::cost_total_usd, 200);
  CHECK(values.number({.id = FactId::cost_total_usd, .currency = eur}).value() == 180);
}

TEST_CASE("the words a fact lists are those of the catalog", "[facts]") {
  const auto listed = [](std::string_view name) {
    const std::string_view text = fact(find_fact(name)->id).definition;
    std::set<std::string> words;
    for (auto rest = text.substr(text.find(": ") + 2); !rest.empty();) {
      const auto end = rest.find(", ");
      words.emplace(rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 2);
    }
    return words;
  };
  const auto catalog = catalog::Catalog::built_in();
  std::set<std::string> classes;
  for (std::uint32_t i = 0; i < catalog.accelerator_count(); ++i)
    classes.emplace(catalog.accelerator({i}).device_class);
  CHECK(listed("accelerator_class") == classes);
  const std::set<std::string> links(catalog::k_link_kind_words.begin(),
                                    catalog::k_link_kind_words.end());
  CHECK(listed("link_kind") == links);
}

TEST_CASE("times of a service are means", "[facts]") {
  for (const auto* name :
       {"ttft_ms", "tpot_ms", "latency_ms", "ttft_limit_ms", "tpot_limit_ms", "latency_limit_ms"}) {
    CAPTURE(name);
    CHECK_THAT(std::string(fact(find_fact(name)->id).definition), ContainsSubstring("mean "));
  }
}
