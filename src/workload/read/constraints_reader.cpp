#include "workload/read/constraints_reader.hpp"

#include "core/text.hpp"
#include "facts/print.hpp"
#include "source/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::workload {
namespace {

using catalog::PurchaseOption;

constexpr auto k_option_words = std::to_array<std::string_view>({
    "on-demand",
    "spot",
    "reserved",
    "savings-plan",
    "committed-use",
    "capacity-block",
    "flex-start",
    "package",
    "all",
});

void read_limits(JobContext& job, Constraints& constraints) {
  const auto& stated = job.stated;
  constraints.deadline_hours = stated.number("constraints.deadline");
  constraints.budget = stated.money("constraints.budget");
  constraints.max_price = stated.money("constraints.max_price");
  constraints.max_gpu_price = stated.money("constraints.max_gpu_price");
  constraints.places = stated.list("constraints.places");
  constraints.providers = stated.list("constraints.providers");
  constraints.accelerators = stated.list("constraints.gpus");
  constraints.ecc_required = stated.text("constraints.ecc") == "required";
  constraints.least_vcpus = stated.number("constraints.vcpus");
  constraints.least_host_memory_bytes = stated.number("constraints.host_memory");
  constraints.community_hosts = stated.boolean("constraints.community").value_or(false);
  constraints.quarantined = stated.boolean("constraints.quarantined").value_or(false);
  // `all` places are no constraint.
  if (std::ranges::find(constraints.places, "all") != constraints.places.end())
    constraints.places.clear();
}

void read_purchase(JobContext& job, Purchase& purchase) {
  const auto& stated = job.stated;
  for (const auto& word : stated.list("purchase.terms")) {
    const auto options = purchase_options(word);
    if (options.empty()) {
      const auto near = core::nearest(word, k_option_words);
      job.fault("purchase.terms",
                fmt::format("met {} for purchase.terms, expected {}",
                            word,
                            fmt::join(k_option_words, ", ")),
                near ? fmt::format("did you mean {}?", *near) : "");
    }
    for (const auto option : options) {
      if (std::ranges::find(purchase.terms, option) == purchase.terms.end())
        purchase.terms.push_back(option);
    }
  }
  if (!stated.has("purchase.terms"))
    job.assume_default("purchase.terms", "purchase.terms", Weighs::little);
  purchase.can_resume =
      stated.boolean("purchase.can_resume").value_or(job.defaults.boolean("purchase.can_resume"));
  purchase.project_duration_hours = stated.number("purchase.project_duration");
  purchase.hours_per_month = stated.number("purchase.hours_per_month");
  purchase.checkpoint_interval_hours = stated.number("purchase.checkpoint.interval");
}

void read_objective(const Statements& stated, Workload& workload) {
  const auto text = stated.text("objective");
  if (!text || *text == "cost")
    return;
  if (*text == "time") {
    workload.objective = Objective::time;
  } else if (*text == "value") {
    workload.objective = Objective::value;
  } else {
    workload.objective = Objective::expression;
    workload.objective_text = *text;
  }
}

/// A yes/no as people write it; 1 and 0 are what scripts count with.
std::optional<double> parse_yes_no(std::string_view text) {
  const auto word = core::lower(text);
  if (word == "yes" || word == "true" || word == "1")
    return 1;
  if (word == "no" || word == "false" || word == "0")
    return 0;
  return std::nullopt;
}

/// A fact is stated as a plain number in its own unit, or as yes or no where it is one of these.
void read_assumed(JobContext& job, Workload& workload) {
  for (const auto& [name, text] : job.stated.table("assume")) {
    const auto ref = facts::find_fact(name);
    const bool yes_no = ref && facts::fact(ref->id).kind == facts::FactKind::boolean;
    const auto value = yes_no ? parse_yes_no(text) : source::parse_number(text);
    if (!value) {
      job.fault("assume",
                fmt::format("met {} for assume.{}, expected {}",
                            text,
                            name,
                            yes_no ? "yes or no" : "a number in the unit of its name"));
      continue;
    }
    workload.assumed_facts[name] = *value;
    job.assumptions.push_back({.name = name,
                               .value = yes_no ? facts::print(*ref, *value) : text,
                               .why = "the job says so, where the catalog does not",
                               .flag = "--assume"});
  }
}

} // namespace

std::vector<PurchaseOption> purchase_options(std::string_view word) {
  const std::string low = core::lower(word);
  if (low == "reserved")
    return {PurchaseOption::reserved, PurchaseOption::savings_plan, PurchaseOption::committed_use};
  if (low == "all") {
    std::vector<PurchaseOption> all;
    for (std::size_t i = 0; i < catalog::k_purchase_options; ++i)
      all.push_back(static_cast<PurchaseOption>(i));
    return all;
  }
  const auto option = catalog::parse_purchase_option(low);
  return option ? std::vector{*option} : std::vector<PurchaseOption>{};
}

void read_constraints(JobContext& job, Workload& workload) {
  read_limits(job, workload.constraints);
  read_purchase(job, workload.purchase);
  read_objective(job.stated, workload);
  workload.where = job.stated.text("where").value_or("");
  if (const auto nodes = job.stated.number("nodes"))
    workload.nodes = static_cast<std::int32_t>(*nodes);
  workload.on = job.stated.text("on").value_or("");
  workload.labels = job.stated.table("labels");
  std::ranges::sort(workload.labels);
  read_assumed(job, workload);
}

} // namespace gpuplan::workload
