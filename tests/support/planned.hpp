#pragma once

#include "plan/planner.hpp"
#include "support/world.hpp"
#include "workload/read/workload_file.hpp"

template <>
struct Catch::StringMaker<gpuplan::core::Money> {
  static std::string convert(const gpuplan::core::Money& amount) {
    return gpuplan::core::to_decimal(amount) + " " + std::string(amount.currency().code());
  }
};

namespace gpuplan::test {

inline constexpr core::Date k_today{std::chrono::year{2026} / 11 / 30};

/// A job from the text of a workload file and flags, with a catalog's models and defaults; nothing
/// with diagnostics where it is no job.
inline std::optional<workload::Workload> built_job(const catalog::Catalog& catalog,
                                                   const std::string& yaml,
                                                   const workload::Overrides& flags,
                                                   core::DiagnosticSink& sink) {
  const auto text = std::make_shared<const source::SourceText>("job.yaml", yaml);
  const auto document = source::read_yaml(text, source::k_yaml_limits, sink);
  if (!document)
    return std::nullopt;
  source::MemoryReader files;
  const workload::ModelSources sources{
      .models = {.language = catalog.language_models(), .sample = catalog.sample_models()},
      .settings = catalog.settings(),
      .files = files,
      .hub_cache = {},
      .base_folder = {}};
  return workload::build_workload(&*document, flags, sources, sink);
}

/// The same where it has to be one.
inline workload::Workload job_on(const catalog::Catalog& catalog,
                                 const std::string& yaml,
                                 const workload::Overrides& flags = {}) {
  core::DiagnosticSink sink;
  const auto job = built_job(catalog, yaml, flags, sink);
  INFO(rendered(sink));
  REQUIRE(job.has_value());
  return *job;
}

/// A catalog, a planner on it and the answers it gives.
class Plans {
public:
  explicit Plans(catalog::Catalog catalog) : catalog_(std::move(catalog)), planner_(catalog_) {}

  explicit Plans(const World& world) : Plans(catalog_of(world)) {}

  [[nodiscard]] const catalog::Catalog& catalog() const { return catalog_; }

  [[nodiscard]] const plan::Planner& planner() const { return planner_; }

  [[nodiscard]] plan::Request request(const std::string& yaml) const {
    return {.workload = job_on(catalog_, yaml),
            .as_of = k_today,
            .currency = {},
            .exchange = {},
            .keep = plan::Keep::every,
            .restate = [this, yaml](const workload::Overrides& changes) {
              core::DiagnosticSink ignored;
              return built_job(catalog_, yaml, changes, ignored);
            }};
  }

  [[nodiscard]] plan::RecommendationSet answer(const plan::Request& request) const {
    core::DiagnosticSink sink;
    auto set = planner_.recommend(request, planner_.rules(), sink);
    INFO(rendered(sink));
    REQUIRE(set.has_value());
    return std::move(*set);
  }

  [[nodiscard]] plan::RecommendationSet answer(const std::string& yaml) const {
    return answer(request(yaml));
  }

private:
  catalog::Catalog catalog_;
  plan::Planner planner_;
};

/// The ranked plans, best first.
inline std::vector<const plan::Recommendation*> ranked(const plan::RecommendationSet& set) {
  std::vector<const plan::Recommendation*> all;
  for (const auto& entry : set.recommendations) {
    if (entry.rank > 0)
      all.push_back(&entry);
  }
  std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->rank < b->rank; });
  return all;
}

/// Their plan references, best first.
inline std::vector<std::string> ranking(const plan::RecommendationSet& set) {
  std::vector<std::string> names;
  for (const auto* entry : ranked(set))
    names.push_back(entry->plan);
  return names;
}

/// The offers left out for a reason; 0 where there is no such reason.
inline std::uint64_t left_out(const plan::RecommendationSet& set, std::string_view reason) {
  for (const auto& exclusion : set.excluded) {
    if (exclusion.reason == reason)
      return exclusion.count;
  }
  return 0;
}

/// The pick of a kind, or null.
inline const plan::Recommendation* pick_of(const plan::RecommendationSet& set,
                                           plan::PickKind kind) {
  for (const auto& pick : set.picks) {
    if (pick.kind == kind)
      return &set.recommendations[pick.index];
  }
  return nullptr;
}

} // namespace gpuplan::test
