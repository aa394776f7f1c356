#include "plan/facts/job_has.hpp"

#include "core/text.hpp"
#include "facts/fact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace gpuplan::plan {
namespace {

using facts::Fact;
using facts::FactId;
using facts::Stage;
using workload::JobKind;

facts::JobKinds kind_of(const workload::Workload& workload) {
  switch (workload.demand.kind) {
  case JobKind::train: return facts::k_training_job;
  case JobKind::serve: return facts::k_serving_job;
  case JobKind::batch_inference: return facts::k_batch_job;
  }
  return facts::k_every_job;
}

std::string_view job_words(facts::JobKinds kind) {
  if (kind == facts::k_training_job)
    return "a training job";
  return kind == facts::k_serving_job ? "a serving job" : "a batch-inference job";
}

/// `serving and batch-inference jobs`: those that have a fact.
std::string owners_of(const Fact& fact) {
  std::vector<std::string_view> kinds;
  if ((fact.jobs & facts::k_training_job) != 0)
    kinds.emplace_back("training");
  if ((fact.jobs & facts::k_serving_job) != 0)
    kinds.emplace_back("serving");
  if ((fact.jobs & facts::k_batch_job) != 0)
    kinds.emplace_back("batch-inference");
  auto text = kinds.size() == 3 ? std::string{} : fmt::format("{} ", fmt::join(kinds, " and "));
  text += "jobs";
  if (fact.inputs != facts::Inputs::either)
    text += fact.inputs == facts::Inputs::tokens ? " that read tokens" : " that read samples";
  return text;
}

/// Where a name stands in an expression, as a word of its own.
std::size_t place_of(std::string_view text, std::string_view name) {
  const auto is_part = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + name.size()))
      return at;
  }
  return 0;
}

/// A name as it is written in an expression, and the fact it is of.
struct Named {
  std::string_view name;
  const Fact* fact = nullptr;
};

std::vector<Named> facts_in(const facts::Expression& expression) {
  constexpr std::string_view k_test = "_is";
  std::vector<Named> named;
  for (const std::string& name : expression.names()) {
    auto ref = facts::find_fact(name);
    if (!ref && name.ends_with(k_test))
      ref = facts::find_fact(std::string_view(name).substr(0, name.size() - k_test.size()));
    if (ref)
      named.push_back({name, &facts::fact(ref->id)});
  }
  return named;
}

facts::ExpressionError
error_at(const facts::Expression& expression, const Named& met, std::string why, std::string help) {
  return {.code = "USE043",
          .headline = fmt::format("met {}, {}", met.name, why),
          .help = std::move(help),
          .offset = place_of(expression.text(), met.name),
          .length = met.name.size()};
}

/// What is meant by a name of another stage's neighbour: `did you mean step_time_s?`, else the
/// figures of the same stage that there are.
template <class Has>
std::string those_there_are(const Named& met, std::string_view whose, const Has& has) {
  std::vector<std::string_view> names;
  for (const auto& fact : facts::all_facts()) {
    if (has(fact) && fact.kind == met.fact->kind)
      names.push_back(fact.name);
  }
  const auto meant = core::nearest(met.name, names);
  std::erase_if(names, [&](std::string_view name) {
    return facts::fact(facts::find_fact(name)->id).stage != met.fact->stage;
  });
  std::string help = meant ? fmt::format("did you mean {}? ", *meant) : std::string{};
  if (!names.empty())
    help += fmt::format("{} has {}", whose, fmt::join(names, ", "));
  return help.empty() ? "`gpuplan facts` lists them" : help;
}

} // namespace

std::optional<facts::ExpressionError> fact_of_other_jobs(const facts::Expression& expression,
                                                         const workload::Workload& workload) {
  const auto kind = kind_of(workload);
  const bool samples = workload.demand.model.sample.flops_forward > 0;
  const auto inputs = samples ? facts::Inputs::samples : facts::Inputs::tokens;
  for (const auto& named : facts_in(expression)) {
    const bool assumed = std::ranges::any_of(workload.assumed_facts, [&](const auto& assumption) {
      return assumption.first == named.name;
    });
    if (named.fact->is_of(kind, inputs) || assumed)
      continue;
    const auto words = fmt::format("{}{}", job_words(kind), samples ? " on samples" : "");
    auto why =
        named.fact->jobs == 0
            ? std::string{"which nothing tells yet"}
            : fmt::format("which {} does not have: it is of {}", words, owners_of(*named.fact));
    return error_at(
        expression, named, std::move(why), those_there_are(named, words, [&](const Fact& fact) {
          return fact.is_of(kind, inputs) && fact.id != FactId::label;
        }));
  }
  return std::nullopt;
}

std::optional<facts::ExpressionError> fact_of_a_job(const facts::Expression& expression) {
  constexpr std::array k_of_a_plan{FactId::plan,
                                   FactId::gpu_dense_tflops,
                                   FactId::price_on_demand_usd,
                                   FactId::spot_to_on_demand_ratio,
                                   FactId::break_even_hours_per_year};
  const auto has = [&](const Fact& fact) {
    return (fact.stage == Stage::shape || fact.stage == Stage::offer) &&
           std::ranges::find(k_of_a_plan, fact.id) == k_of_a_plan.end();
  };
  for (const auto& named : facts_in(expression)) {
    if (has(*named.fact))
      continue;
    return error_at(
        expression,
        named,
        "which only plans of a job have: what is for sale has facts of size and offer alone",
        "`gpuplan recommend --where` tells plans of a job apart by it");
  }
  return std::nullopt;
}

} // namespace gpuplan::plan
