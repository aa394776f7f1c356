#pragma once

#include "cli/commands/shared/common_options.hpp"
#include "cli/commands/shared/job_options.hpp"
#include "facts/rule.hpp"
#include "plan/explain/explained.hpp"
#include "plan/planner.hpp"

#include <memory>
#include <optional>

namespace gpuplan::cli::commands {

/// Catalog, rules and rates of one command, loaded once, and the jobs planned with them.
class Planning {
public:
  Planning(const Environment& environment, const CommonOptions& common, const JobOptions& job);

  /// Loads what every plan of the command shares; an exit code, with messages printed, where that
  /// fails.
  std::optional<ExitCode> load();

  /// The job as stated by file and flags, with `extra` on top; nothing with diagnostics.
  [[nodiscard]] std::optional<workload::Workload> workload(const workload::Overrides& extra,
                                                           core::DiagnosticSink& sink) const;

  /// The same job with some keys stated anew in place of what was said of them.
  [[nodiscard]] std::optional<workload::Workload> restated(const workload::Overrides& changes,
                                                           core::DiagnosticSink& sink) const;

  [[nodiscard]] std::optional<plan::RecommendationSet> recommend(const workload::Workload& workload,
                                                                 plan::Keep keep,
                                                                 std::size_t lines,
                                                                 core::DiagnosticSink& sink) const;

  /// The best plan of those a job is pinned to, in full.
  [[nodiscard]] std::optional<plan::Explained> explain(const workload::Workload& pinned,
                                                       core::DiagnosticSink& sink) const;

  /// A job of the file and exactly these overrides.
  [[nodiscard]] std::optional<workload::Workload> workload_of(workload::Overrides overrides,
                                                              core::DiagnosticSink& sink) const;

  /// Whether a job is pinned to a plan by its rank in the list, as in `explain 5`.
  [[nodiscard]] static bool is_ranked(const workload::Workload& pinned);

  /// Pins such a job to the plan of that rank by its reference, here and in what it was stated by;
  /// false, with diagnostics, where the list has no such rank.
  [[nodiscard]] bool name_ranked(workload::Workload& pinned, core::DiagnosticSink& sink);

  /// As `recommend`, keeping the ranked plans of some offers too.
  [[nodiscard]] std::optional<plan::RecommendationSet>
  recommend_with(const workload::Workload& workload,
                 std::vector<catalog::OfferId> focus,
                 core::DiagnosticSink& sink) const;

  /// The answer lists old and undated prices too, so that no remedy has to ask for them.
  void show_old_prices() { shows_old_ = true; }

  [[nodiscard]] const plan::Planner& planner() const { return *planner_; }

  [[nodiscard]] const catalog::Catalog& catalog() const { return *catalog_; }

  /// The job as stated by file, saved answer and flags.
  [[nodiscard]] const plan::Stated& stated() const { return stated_; }

private:
  std::optional<ExitCode> load_job();
  [[nodiscard]] ExitCode tell_missing() const;
  [[nodiscard]] plan::Request request_for(const workload::Workload& workload) const;

  const Environment& environment_;
  const CommonOptions& common_;
  const JobOptions& job_;
  std::optional<catalog::Catalog> catalog_;
  std::unique_ptr<plan::Planner> planner_;
  facts::RuleSet rules_;
  plan::Stated stated_; ///< by the file or the saved answer; flags are added
  cost::ExchangeRates rates_;
  core::Currency currency_;
  bool shows_old_ = false;
};

} // namespace gpuplan::cli::commands
