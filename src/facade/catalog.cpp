#include "gpuplan/catalog.hpp"

#include "catalog/load.hpp"
#include "core/currency_codes.hpp"
#include "core/date.hpp"
#include "facade/public_values.hpp"
#include "facade/state.hpp"
#include "facts/rule_reader.hpp"
#include "plan/request/stated_job.hpp"
#include "workload/read/value_text.hpp"

#include <fmt/format.h>

#include <type_traits>

namespace gpuplan {
namespace {

static_assert(std::is_same_v<Day, core::Date>);

/// What a job's text is called where the caller gives it no name.
constexpr const char* k_unnamed = "workload";

std::vector<std::string> texts_of(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  for (const auto& path : paths)
    texts.push_back(path.string());
  return texts;
}

std::optional<plan::Stated>
stated_of(const Job& job, source::FileReader& files, core::DiagnosticSink& sink) {
  std::optional<plan::Stated> stated = plan::Stated{};
  if (job.text) {
    stated->file_name = job.file.empty() ? k_unnamed : job.file.string();
    stated->file_text = *job.text;
  } else if (!job.file.empty()) {
    stated = plan::read_stated(job.file.string(), files, sink);
  }
  if (stated)
    stated->overrides = job.keys;
  return stated;
}

workload::Overrides overrides_of(const Job& job, core::Currency currency) {
  workload::Overrides overrides;
  for (const auto& [key, value] : job.keys)
    overrides.push_back({.key = key,
                         .value = value,
                         .origin = fmt::format("{}={}", key, value),
                         .currency = currency});
  return overrides;
}

core::Currency currency_of(const std::string& code, core::DiagnosticSink& sink) {
  const auto currency = core::Currency::parse_typed(code);
  if (!currency)
    sink.report({.code = "USE040",
                 .headline = fmt::format("met {}, expected a currency code", code),
                 .help = core::currency_help(code)});
  return currency.value_or(core::Currency{});
}

cost::ExchangeRates rates_of(const std::vector<std::string>& texts, core::DiagnosticSink& sink) {
  auto rates = cost::parse_exchange_rates(texts);
  if (auto* fault = std::get_if<core::UnitError>(&rates)) {
    sink.report(
        {.code = "USE041", .headline = std::move(fault->headline), .help = std::move(fault->help)});
    return {};
  }
  return std::get<cost::ExchangeRates>(std::move(rates));
}

output::Rows rows_of(Rows rows) {
  switch (rows) {
  case Rows::lines: return output::Rows::lines;
  case Rows::lines_old: return output::Rows::old;
  case Rows::every: break;
  }
  return output::Rows::every;
}

plan::UnknownFacts unknown_of(UnknownFacts unknown) {
  return unknown == UnknownFacts::left_out ? plan::UnknownFacts::left_out
                                           : plan::UnknownFacts::ranked_behind;
}

/// The job said anew with changes, as often as the answer wants to try some.
auto restated(std::shared_ptr<const catalog::Catalog> market,
              plan::Stated stated,
              workload::Overrides said,
              const Options& options) {
  return [market = std::move(market),
          stated = std::move(stated),
          said = std::move(said),
          hub_cache = options.hub_cache.string()](const workload::Overrides& changes) {
    core::DiagnosticSink ignored;
    source::DiskReader files;
    const plan::JobSources sources{.catalog = *market, .files = files, .hub_cache = hub_cache};
    return plan::build_stated(stated, plan::said_anew(said, changes), sources, ignored);
  };
}

} // namespace

Catalog::Catalog(std::shared_ptr<const State> state) : state_(std::move(state)) {}

Result<Catalog> Catalog::load(const std::vector<std::filesystem::path>& overlays) {
  core::DiagnosticSink sink;
  source::DiskReader files;
  auto loaded = catalog::load(texts_of(overlays), files, sink);
  if (!loaded)
    return Result<Catalog>(facade::to_public(sink));
  return {Catalog(std::make_shared<const State>(std::move(*loaded))), facade::to_public(sink)};
}

Result<Answer> Catalog::plan(const Job& job, Day as_of, const Options& options) const {
  core::DiagnosticSink sink;
  const auto faults = [&] { return Result<Answer>(facade::to_public(sink)); };
  source::DiskReader files;
  auto rules = state_->planner.rules();
  facts::add_rule_files(rules, texts_of(options.rule_files), files, sink);
  const auto currency = currency_of(options.currency, sink);
  auto rates = rates_of(options.exchange_rates, sink);
  auto stated = stated_of(job, files, sink);
  if (sink.failed())
    return faults();
  const auto overrides = overrides_of(job, currency);
  for (std::size_t i = 0; i < overrides.size(); ++i)
    stated->overrides[i].second = workload::lasting_value(overrides[i]);
  const plan::JobSources sources{
      .catalog = state_->catalog, .files = files, .hub_cache = options.hub_cache.string()};
  auto workload = plan::build_stated(*stated, overrides, sources, sink);
  if (!workload)
    return faults();
  plan::Request request{.workload = std::move(*workload),
                        .as_of = as_of,
                        .currency = currency,
                        .exchange = std::move(rates),
                        .lines = options.lines,
                        .keep = options.rows == Rows::every ? plan::Keep::every : plan::Keep::lines,
                        .unknown_facts = unknown_of(options.unknown_facts),
                        .old_prices = options.rows == Rows::lines ? plan::OldPrices::set_apart
                                                                  : plan::OldPrices::listed,
                        .restate =
                            restated({state_, &state_->catalog}, *stated, overrides, options)};
  auto set = state_->planner.recommend(request, rules, sink);
  if (!set)
    return faults();
  set->stated = std::move(*stated);
  const auto rows = rows_of(options.rows);
  auto answer = Answer::State{.market = state_,
                              .request = std::move(request),
                              .rules = std::move(rules),
                              .rows = rows,
                              .set = std::move(*set)};
  answer.picks = facade::picks_of(answer.set);
  answer.plans = facade::plans_of(answer.set, output::rows_of(answer.set, rows));
  answer.excluded = facade::exclusions_of(answer.set);
  answer.assumptions = facade::assumptions_of(answer.set);
  return {Answer(std::make_shared<const Answer::State>(std::move(answer))),
          facade::to_public(sink)};
}

std::vector<Diagnostic> Catalog::check() const {
  std::vector<Diagnostic> findings;
  for (const auto& finding : catalog::check(state_->catalog))
    findings.push_back(facade::to_public(finding));
  return findings;
}

std::string Catalog::version() const {
  return std::string(state_->catalog.edition().version);
}

std::string Catalog::sha256() const {
  return state_->catalog.edition().sha256;
}

} // namespace gpuplan
