#include "cli/commands/shared/planning.hpp"

#include "cli/commands/shared/exchange_options.hpp"
#include "cli/commands/shared/one_plan.hpp"
#include "cli/commands/shared/own_findings.hpp"
#include "cli/commands/shared/saved_answer.hpp"
#include "facts/rule_reader.hpp"
#include "plan/request/contradictions.hpp"
#include "plan/request/stated_job.hpp"
#include "source/fields.hpp"
#include "source/files.hpp"
#include "workload/read/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuplan::cli::commands {
namespace {

/// Where the local Hugging Face cache lies; it is read, never written.
std::string hub_cache(const Environment& environment) {
  if (auto cache = environment.variable("HF_HUB_CACHE"); cache && !cache->empty())
    return *cache;
  if (auto home = environment.variable("HF_HOME"); home && !home->empty())
    return *home + "/hub";
  if (auto home = environment.variable("HOME"); home && !home->empty()) {
    return *home + "/.cache/huggingface/hub";
  }
  return {};
}

} // namespace

Planning::Planning(const Environment& environment,
                   const CommonOptions& common,
                   const JobOptions& job)
    : environment_(environment),
      common_(common),
      job_(job) {}

std::optional<ExitCode> Planning::load() {
  if (const auto ended = job_.check(environment_))
    return ended;
  core::DiagnosticSink sink;
  catalog_ = common_.load_catalog(sink);
  if (!catalog_)
    return report(environment_, sink);
  planner_ = std::make_unique<plan::Planner>(*catalog_);
  rules_ = planner_->rules();
  source::DiskReader files;
  facts::add_rule_files(rules_, job_.rules(), files, sink);
  if (sink.failed())
    return report(environment_, sink);
  if (const auto ended =
          read_exchange_rates(environment_, job_.rates(), *catalog_, common_.as_of(), rates_))
    return ended;
  if (const auto ended = read_currency(environment_, job_.currency(), currency_))
    return ended;
  warn_of_own_findings(*catalog_, common_.overlays(), sink);
  report(environment_, sink);
  return load_job();
}

/// What file or saved answer and flags state; a flag replaces what a saved answer says of its key.
std::optional<ExitCode> Planning::load_job() {
  core::DiagnosticSink sink;
  source::DiskReader files;
  if (const auto saved = job_.saved_answer()) {
    const auto path = *saved == "last" ? last_answer_path(environment_) : *saved;
    auto job = read_saved_answer(path, files, sink);
    if (!job)
      return report(environment_, sink);
    stated_ = std::move(*job);
  } else if (const auto path = job_.file()) {
    auto job = plan::read_stated(*path, files, sink);
    if (!job)
      return report(environment_, sink);
    stated_ = std::move(*job);
  }
  auto flags = job_.overrides();
  for (auto& flag : flags)
    flag.currency = currency_;
  const bool flags_alone = stated_.file_name.empty() && stated_.overrides.empty();
  const bool named = std::any_of(flags.begin(), flags.end(), [](const workload::Override& flag) {
    return flag.key == "model" || flag.key.starts_with("model.");
  });
  if (flags_alone && !named)
    return tell_missing();
  std::erase_if(stated_.overrides, [&](const auto& kept) {
    return std::any_of(flags.begin(), flags.end(), [&](const workload::Override& flag) {
      return flag.key == kept.first;
    });
  });
  for (const auto& flag : flags)
    stated_.overrides.emplace_back(flag.key, workload::lasting_value(flag));
  return std::nullopt;
}

/// Where a plan is expected, a word that names none is a model without its plan more often than a
/// plan without its model.
ExitCode Planning::tell_missing() const {
  const auto plans = job_.plans();
  const bool no_plan =
      plans.size() == 1 && !source::parse_whole(plans.front()) && !names_plan(*catalog_, plans[0]);
  if (no_plan)
    return usage_error(environment_,
                       fmt::format("met {}, and no plan beside it", plans.front()),
                       fmt::format("a model and a plan: {0} aws/p5.48xlarge, or {0} h100:8; "
                                   "`gpuplan recommend` lists plans",
                                   shell_word(plans.front())));
  return usage_error(environment_,
                     "no model is named",
                     "a catalog id, a hub id, a path or a size: llama-3.1-8b, "
                     "meta-llama/Llama-3.1-8B, config.json, 8B; or a workload file");
}

std::optional<workload::Workload> Planning::workload(const workload::Overrides& extra,
                                                     core::DiagnosticSink& sink) const {
  auto overrides = job_.overrides();
  for (const auto& kept : stated_.overrides) {
    const bool by_flag = std::any_of(overrides.begin(), overrides.end(), [&](const auto& flag) {
      return flag.key == kept.first;
    });
    if (!by_flag)
      overrides.push_back({kept.first, kept.second, "--from"});
  }
  overrides.insert(overrides.end(), extra.begin(), extra.end());
  auto workload = workload_of(overrides, sink);
  const auto errors = sink.error_count();
  // `--why-not PLAN` asks what excludes the plan, so that is no contradiction.
  if (workload && extra.empty())
    plan::check_contradictions(*workload, *catalog_, sink);
  return sink.error_count() > errors ? std::nullopt : workload;
}

std::optional<workload::Workload> Planning::restated(const workload::Overrides& changes,
                                                     core::DiagnosticSink& sink) const {
  workload::Overrides said;
  for (const auto& [key, value] : stated_.overrides)
    said.push_back({key, value, "--from"});
  return workload_of(plan::said_anew(std::move(said), changes), sink);
}

std::optional<workload::Workload> Planning::workload_of(workload::Overrides overrides,
                                                        core::DiagnosticSink& sink) const {
  source::DiskReader files;
  for (auto& override : overrides)
    override.currency = currency_;
  return plan::build_stated(
      stated_,
      overrides,
      {.catalog = *catalog_, .files = files, .hub_cache = hub_cache(environment_)},
      sink);
}

plan::Request Planning::request_for(const workload::Workload& workload) const {
  const auto restate = [this](const workload::Overrides& changes) {
    core::DiagnosticSink ignored;
    return restated(changes, ignored);
  };
  return {.workload = workload,
          .as_of = common_.as_of(),
          .currency = currency_,
          .exchange = rates_,
          .unknown_facts =
              job_.strict() ? plan::UnknownFacts::left_out : plan::UnknownFacts::ranked_behind,
          .restate = restate};
}

std::optional<plan::RecommendationSet> Planning::recommend(const workload::Workload& workload,
                                                           plan::Keep keep,
                                                           std::size_t lines,
                                                           core::DiagnosticSink& sink) const {
  auto request = request_for(workload);
  request.keep = keep;
  if (keep == plan::Keep::every || shows_old_)
    request.old_prices = plan::OldPrices::listed;
  request.lines = lines;
  auto set = planner_->recommend(request, rules_, sink);
  if (set)
    set->stated = stated_;
  return set;
}

std::optional<plan::Explained> Planning::explain(const workload::Workload& pinned,
                                                 core::DiagnosticSink& sink) const {
  auto explained = plan::explain_pinned(*planner_, request_for(pinned), rules_, sink);
  if (explained)
    explained->pinned.stated = stated_;
  return explained;
}

bool Planning::is_ranked(const workload::Workload& pinned) {
  return source::parse_whole(pinned.on).has_value();
}

bool Planning::name_ranked(workload::Workload& pinned, core::DiagnosticSink& sink) {
  const auto rank = source::parse_whole(pinned.on).value_or(0);
  auto free_job = pinned;
  free_job.on.clear();
  auto request = request_for(free_job);
  request.focus_rank = static_cast<std::uint64_t>(std::max<std::int64_t>(rank, 0));
  request.nearest = plan::Nearest::left_alone;
  const auto all = planner_->recommend(request, rules_, sink);
  if (!all)
    return false;
  const auto& plans = all->recommendations;
  const auto named = std::find_if(plans.begin(), plans.end(), [&](const auto& entry) {
    return entry.rank > 0 && entry.rank == request.focus_rank;
  });
  if (named == plans.end()) {
    sink.report(
        {.code = "USE038",
         .headline = fmt::format("met the plan {}, no # of the list of this job", pinned.on),
         .at = {.file = "PLAN"},
         .help = all->counts.ranked == 0
                     ? std::string{"no plan can run the job"}
                     : fmt::format("its plans are #1 to #{}", all->counts.ranked)});
    return false;
  }
  pinned.on = named->plan;
  for (auto& [key, value] : stated_.overrides) {
    if (key == "on")
      value = named->plan;
  }
  return true;
}

std::optional<plan::RecommendationSet> Planning::recommend_with(const workload::Workload& workload,
                                                                std::vector<catalog::OfferId> focus,
                                                                core::DiagnosticSink& sink) const {
  auto request = request_for(workload);
  request.focus = std::move(focus);
  request.nearest = plan::Nearest::left_alone;
  return planner_->recommend(request, rules_, sink);
}

} // namespace gpuplan::cli::commands
