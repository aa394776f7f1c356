#include "facts/rule_reader.hpp"
#include "source/files.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

#include <functional>

using namespace gpuplan;
using namespace gpuplan::facts;

namespace {

RuleSet field_rules() {
  core::DiagnosticSink sink;
  source::DiskReader disk;
  RuleSet rules;
  const std::string folder = GPUPLAN_CATALOGS_DIR "/rules";
  for (const auto& name : disk.list(folder)) {
    const auto text = disk.read(folder + "/" + name, source::k_yaml_limits.most_bytes, sink);
    REQUIRE(text != nullptr);
    if (const auto document = read_yaml(text, source::k_yaml_limits, sink))
      add_rules(rules, *document, sink);
  }
  INFO(test::rendered(sink));
  REQUIRE_FALSE(sink.failed());
  REQUIRE(sink.diagnostics().empty());
  return rules;
}

struct Case {
  const char* rule;
  Outcome outcome;
  std::function<void(FactValues&)> facts;
};

} // namespace

TEST_CASE("every rule of the field is there at its level", "[facts][rules]") {
  const RuleSet rules = field_rules();
  const auto [id, level] = GENERATE(table<const char*, Level>({
      {"memory.fits", Level::require},
      {"memory.headroom", Level::warn},
      {"memory.over", Level::warn},
      {"memory.host-ratio", Level::warn},
      {"compute.precision-supported", Level::require},
      {"compute.mixed-precision", Level::prefer},
      {"compute.framework-supported", Level::require},
      {"compute.packing-supported", Level::require},
      {"compute.cpu-ratio", Level::warn},
      {"bandwidth.multi-node-network", Level::warn},
      {"bandwidth.multi-node-network-large", Level::require},
      {"bandwidth.tensor-parallel-link", Level::warn},
      {"bandwidth.nvlink-preferred", Level::prefer},
      {"bandwidth.data-loading", Level::warn},
      {"layout.divides", Level::require},
      {"reliability.ecc", Level::warn},
      {"reliability.ecc-long", Level::require},
      {"purchase.reserved-horizon", Level::require},
      {"purchase.project-hours", Level::require},
      {"purchase.spot-needs-checkpoint", Level::require},
      {"purchase.spot-overhead", Level::warn},
      {"purchase.spot-volatility", Level::warn},
      {"policy.place", Level::require},
      {"policy.provider", Level::require},
      {"policy.budget", Level::require},
      {"policy.budget-monthly", Level::require},
      {"policy.deadline", Level::require},
      {"policy.quota", Level::require},
      {"freshness.price", Level::note},
      {"freshness.not-later", Level::note},
      {"serve.ttft", Level::require},
      {"serve.tpot", Level::require},
      {"serve.latency", Level::require},
      {"serve.answers", Level::require},
      {"serve.capacity", Level::require},
      {"serve.capacity-users", Level::require},
  }));
  CAPTURE(id);
  CHECK(rules.rules().size() == 36);
  const Rule* rule = rules.find(id);
  REQUIRE(rule != nullptr);
  CHECK(rule->level == level);
}

TEST_CASE("every rule of the field says why and on whose word", "[facts][rules]") {
  const RuleSet rules = field_rules();
  for (const Rule& rule : rules.rules()) {
    CAPTURE(rule.id);
    CHECK_FALSE(rule.why.empty());
    CHECK_FALSE(rule.source.empty());
    CHECK_THAT(rule.message.fill({}), !ContainsSubstring("does not hold"));
    CHECK_FALSE(rule.disabled);
  }
}

TEST_CASE("rules of the field hold their limits", "[facts][rules]") {
  const RuleSet rules = field_rules();
  using enum Outcome;
  using enum FactId;
  const auto cases = std::vector<Case>{
      {"memory.fits", pass, [](auto& v) { v.set(memory_utilization, 1.05); }},
      {"memory.fits", fail, [](auto& v) { v.set(memory_utilization, 1.051); }},
      {"memory.fits", unknown, [](auto&) {}},
      {"memory.headroom", pass, [](auto& v) { v.set(memory_utilization, 0.88); }},
      {"memory.headroom", fail, [](auto& v) { v.set(memory_utilization, 0.89); }},
      {"memory.over", pass, [](auto& v) { v.set(memory_utilization, 1); }},
      {"memory.over", fail, [](auto& v) { v.set(memory_utilization, 1.02); }},
      {"memory.over", not_applicable, [](auto& v) { v.set(memory_utilization, 1.06); }},
      {"memory.headroom", not_applicable, [](auto& v) { v.set(memory_utilization, 1.2); }},
      {"memory.host-ratio",
       pass,
       [](auto& v) { v.set(gpu_count, 1), v.set(host_memory_gib, 48), v.set(gpu_memory_gib, 32); }},
      {"memory.host-ratio",
       fail,
       [](auto& v) { v.set(gpu_count, 1), v.set(host_memory_gib, 47), v.set(gpu_memory_gib, 32); }},
      {"compute.precision-supported",
       fail,
       [](auto& v) { v.set_flag(precision_supported, false); }},
      {"compute.mixed-precision", not_applicable, [](auto& v) { v.set_flag(training, false); }},
      {"compute.mixed-precision",
       fail,
       [](auto& v) {
         v.set_flag(training, true), v.set_flag(tensor_cores, true),
             v.set_flag(mixed_precision, false);
       }},
      {"compute.framework-supported", pass, [](auto& v) { v.set_flag(framework_supported, true); }},
      {"compute.cpu-ratio", not_applicable, [](auto& v) { v.set(gpu_count, 0); }},
      {"memory.host-ratio", not_applicable, [](auto& v) { v.set(gpu_count, 0); }},
      {"compute.packing-supported", fail, [](auto& v) { v.set_flag(packing_supported, false); }},
      {"compute.cpu-ratio", pass, [](auto& v) { v.set(vcpus, 8), v.set(gpu_count, 2); }},
      {"compute.cpu-ratio", fail, [](auto& v) { v.set(vcpus, 7), v.set(gpu_count, 2); }},
      {"bandwidth.multi-node-network", not_applicable, [](auto& v) { v.set(nodes, 1); }},
      {"bandwidth.multi-node-network", not_applicable, [](auto& v) { v.set(nodes, 9); }},
      {"bandwidth.multi-node-network", unknown, [](auto& v) { v.set(nodes, 8); }},
      {"bandwidth.multi-node-network",
       fail,
       [](auto& v) { v.set(nodes, 8), v.set(network_gbps, 99); }},
      {"bandwidth.multi-node-network",
       pass,
       [](auto& v) { v.set(nodes, 2), v.set(network_gbps, 100); }},
      {"bandwidth.multi-node-network-large", not_applicable, [](auto& v) { v.set(nodes, 8); }},
      {"bandwidth.multi-node-network-large",
       fail,
       [](auto& v) { v.set(nodes, 9), v.set(network_gbps, 99); }},
      {"bandwidth.tensor-parallel-link",
       not_applicable,
       [](auto& v) { v.set(tensor_parallel, 1); }},
      {"bandwidth.tensor-parallel-link",
       fail,
       [](auto& v) { v.set(tensor_parallel, 2), v.set(link_domain_gpus, 1); }},
      {"bandwidth.tensor-parallel-link",
       pass,
       [](auto& v) { v.set(tensor_parallel, 8), v.set(link_domain_gpus, 8); }},
      {"bandwidth.nvlink-preferred",
       fail,
       [](auto& v) {
         v.set_flag(training, true), v.set(gpus_total, 2), v.set(link_domain_gpus, 1);
       }},
      {"bandwidth.nvlink-preferred",
       not_applicable,
       [](auto& v) { v.set_flag(training, true), v.set(gpus_total, 1); }},
      {"bandwidth.data-loading",
       fail,
       [](auto& v) { v.set_flag(training, true), v.set(data_loading_ratio, 1.1); }},
      {"layout.divides", fail, [](auto& v) { v.set_flag(layout_divides, false); }},
      {"reliability.ecc", fail, [](auto& v) { v.set_flag(ecc, false); }},
      {"reliability.ecc", unknown, [](auto&) {}},
      {"reliability.ecc-long",
       not_applicable,
       [](auto& v) { v.set(gpus_total, 8), v.set(time_hours, 999); }},
      {"reliability.ecc-long",
       not_applicable,
       [](auto& v) { v.set(gpus_total, 9), v.set(time_hours, 168); }},
      {"reliability.ecc-long",
       fail,
       [](auto& v) { v.set(gpus_total, 9), v.set(time_hours, 169), v.set_flag(ecc, false); }},
      {"purchase.reserved-horizon", not_applicable, [](auto& v) { v.set_text(terms, "spot"); }},
      {"purchase.reserved-horizon",
       fail,
       [](auto& v) { v.set_text(terms, "reserved"), v.set(project_duration_hours, 2189); }},
      {"purchase.reserved-horizon",
       pass,
       [](auto& v) { v.set_text(terms, "reserved"), v.set(project_duration_hours, 2190); }},
      {"purchase.reserved-horizon", fail, [](auto& v) { v.set_text(terms, "reserved"); }},
      {"purchase.spot-needs-checkpoint",
       fail,
       [](auto& v) { v.set_flag(interruptible, true), v.set_flag(can_resume, false); }},
      {"purchase.spot-needs-checkpoint",
       not_applicable,
       [](auto& v) { v.set_flag(interruptible, false); }},
      {"purchase.spot-overhead",
       fail,
       [](auto& v) { v.set_flag(interruptible, true), v.set(spot_overhead_ratio, 0.051); }},
      {"purchase.spot-volatility",
       fail,
       [](auto& v) { v.set_text(terms, "spot"), v.set(spot_to_on_demand_ratio_highest, 1); }},
      {"policy.place", fail, [](auto&) {}},
      {"policy.place", pass, [](auto& v) { v.set_flag(place_allowed, true); }},
      {"policy.provider", fail, [](auto& v) { v.set_flag(provider_allowed, false); }},
      {"policy.budget", not_applicable, [](auto& v) { v.set_flag(has_budget, false); }},
      {"policy.budget",
       pass,
       [](auto& v) {
         v.set_flag(has_budget, true), v.set_flag(serving, false), v.set_flag(within_budget, true);
       }},
      {"policy.budget",
       fail,
       [](auto& v) {
         v.set_flag(has_budget, true), v.set_flag(serving, false), v.set_flag(within_budget, false);
       }},
      {"policy.budget-monthly",
       fail,
       [](auto& v) {
         v.set_flag(has_budget, true), v.set_flag(serving, true), v.set_flag(within_budget, false);
       }},
      {"policy.deadline",
       fail,
       [](auto& v) {
         v.set_flag(has_deadline, true), v.set(deadline_hours, 48), v.set(time_hours, 49);
       }},
      {"purchase.project-hours",
       fail,
       [](auto& v) {
         v.set_flag(has_project_duration, true), v.set_flag(serving, false),
             v.set(project_hours, 100), v.set(time_hours, 101);
       }},
      {"purchase.project-hours",
       pass,
       [](auto& v) {
         v.set_flag(has_project_duration, true), v.set_flag(serving, false),
             v.set(project_hours, 100), v.set(time_hours, 100);
       }},
      {"purchase.project-hours",
       not_applicable,
       [](auto& v) { v.set_flag(has_project_duration, true), v.set_flag(serving, true); }},
      {"purchase.project-hours",
       not_applicable,
       [](auto& v) { v.set_flag(has_project_duration, false); }},
      {"policy.quota", not_applicable, [](auto& v) { v.set_text(quota_state, "unknown"); }},
      {"policy.quota", fail, [](auto& v) { v.set_text(quota_state, "too-small"); }},
      {"policy.quota", fail, [](auto& v) { v.set_text(quota_state, "not-offered"); }},
      {"policy.quota", pass, [](auto& v) { v.set_text(quota_state, "enough"); }},
      {"serve.ttft", not_applicable, [](auto& v) { v.set_flag(has_ttft_limit, false); }},
      {"serve.ttft",
       pass,
       [](auto& v) {
         v.set_flag(has_ttft_limit, true), v.set(ttft_limit_ms, 1000), v.set(ttft_ms, 1000);
       }},
      {"serve.ttft",
       fail,
       [](auto& v) {
         v.set_flag(has_ttft_limit, true), v.set(ttft_limit_ms, 1000), v.set(ttft_ms, 1001);
       }},
      {"serve.tpot",
       fail,
       [](auto& v) {
         v.set_flag(has_tpot_limit, true), v.set(tpot_limit_ms, 50), v.set(tpot_ms, 51);
       }},
      {"serve.latency",
       fail,
       [](auto& v) {
         v.set_flag(has_latency_limit, true), v.set(latency_limit_ms, 50), v.set(latency_ms, 51);
       }},
      {"serve.answers",
       fail,
       [](auto& v) {
         v.set_flag(serving, true), v.set_flag(has_request_rate, false), v.set(requests_s, 0);
       }},
      {"serve.capacity",
       not_applicable,
       [](auto& v) { v.set_flag(serving, true), v.set_flag(has_request_rate, false); }},
      {"serve.capacity-users",
       not_applicable,
       [](auto& v) { v.set_flag(serving, true), v.set_flag(has_users, false); }},
      {"serve.capacity-users",
       fail,
       [](auto& v) {
         v.set_flag(serving, true), v.set_flag(has_users, true), v.set(users, 1000),
             v.set(max_concurrency, 333), v.set(replicas, 3);
       }},
      {"freshness.price", fail, [](auto& v) { v.set_text(terms, "spot"); }},
      {"freshness.price",
       pass,
       [](auto& v) { v.set_text(terms, "spot"), v.set(price_age_days, 90); }},
      {"freshness.price",
       fail,
       [](auto& v) { v.set_text(terms, "spot"), v.set(price_age_days, 91); }},
      {"freshness.price",
       pass,
       [](auto& v) { v.set_text(terms, "on-demand"), v.set(price_age_days, 180); }},
      {"freshness.price",
       fail,
       [](auto& v) { v.set_text(terms, "flex-start"), v.set(price_age_days, 181); }},
      {"freshness.price",
       pass,
       [](auto& v) { v.set_text(terms, "reserved"), v.set(price_age_days, 365); }},
      {"freshness.price",
       fail,
       [](auto& v) { v.set_text(terms, "package"), v.set(price_age_days, 366); }},
      // A price of tomorrow is of today where the sun rises early.
      {"freshness.not-later", pass, [](auto& v) { v.set(price_age_days, -1); }},
      {"freshness.not-later", fail, [](auto& v) { v.set(price_age_days, -2); }},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i, cases[i].rule);
    FactValues values;
    cases[i].facts(values);
    const Rule* rule = rules.find(cases[i].rule);
    REQUIRE(rule != nullptr);
    CHECK(evaluate(*rule, values).outcome == cases[i].outcome);
  }
}

TEST_CASE("rules of the field run at the stage their facts allow", "[facts][rules]") {
  const RuleSet rules = field_rules();
  CHECK(rules.find("compute.cpu-ratio")->stage() == Stage::shape);
  CHECK(rules.find("compute.precision-supported")->stage() == Stage::job);
  CHECK(rules.find("memory.fits")->stage() == Stage::layout);
  CHECK(rules.find("policy.deadline")->stage() == Stage::estimate);
  CHECK(rules.find("freshness.price")->stage() == Stage::offer);
  CHECK(rules.find("policy.budget")->stage() == Stage::quote);
}
