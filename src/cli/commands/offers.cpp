#include "cli/commands/offers.hpp"

#include "cli/commands/shared/common_options.hpp"
#include "cli/commands/shared/list_length.hpp"
#include "cli/commands/shared/market_options.hpp"
#include "cli/commands/shared/own_findings.hpp"
#include "core/counted.hpp"
#include "output/reports/offers_report.hpp"
#include "plan/planner.hpp"

#include <fmt/format.h>

namespace gpuplan::cli::commands {
namespace {

struct OffersOptions {
  CommonOptions common;
  MarketOptions market;
  ListLength length{20};

  void add(CLI::App& app) {
    market.add(app);
    length.add(app, "rows", "every row");
    common.add(app, {Format::table, Format::json, Format::csv, Format::markdown});
  }
};

/// Which one of the wishes to give up where nothing meets them all, and what that would find.
std::string what_would_help(const catalog::Catalog& catalog,
                            const facts::RuleSet& rules,
                            const plan::ListingQuery& query) {
  std::string text;
  const auto attempt = [&](std::string_view flag, bool asked, auto&& give_up) {
    if (!asked)
      return;
    auto wider = query;
    give_up(wider);
    const auto found = plan::list_offers(catalog, rules, wider);
    if (found.sizes.empty())
      return;
    const auto* first = found.sizes.front().leading();
    text += fmt::format(" without {}: {}{}\n",
                        flag,
                        core::counted(found.sizes.size(), "size"),
                        first == nullptr
                            ? std::string{}
                            : fmt::format(", from {} {}/h: {}",
                                          to_grouped(first->hourly),
                                          first->hourly.currency().code(),
                                          catalog.offer_name(catalog.offer(first->offer))));
  };
  const auto& filters = query.filters;
  attempt("--gpu", !filters.accelerators.empty(), [](auto& wider) {
    wider.filters.accelerators.clear();
    wider.filters.counts.clear();
  });
  attempt("--gpu-memory", query.gpu_memory_bytes.has_value(), [](auto& wider) {
    wider.gpu_memory_bytes.reset();
  });
  attempt("--vcpus", query.vcpus.has_value(), [](auto& wider) { wider.vcpus.reset(); });
  attempt("--host-memory", query.host_memory_bytes.has_value(), [](auto& wider) {
    wider.host_memory_bytes.reset();
  });
  attempt("--provider", !filters.providers.empty(), [](auto& wider) {
    wider.filters.providers.clear();
  });
  attempt("--region", !filters.places.empty(), [](auto& wider) { wider.filters.places.clear(); });
  attempt("--terms", filters.terms_given, [](auto& wider) { wider.filters.terms.set(); });
  attempt("--max-price", filters.max_price.has_value(), [](auto& wider) {
    wider.filters.max_price.reset();
  });
  attempt("--where", query.where.has_value(), [](auto& wider) { wider.where.reset(); });
  return text;
}

std::string text_of(const catalog::Catalog& catalog,
                    const OffersOptions& options,
                    const Environment& environment,
                    const facts::RuleSet& rules,
                    const plan::ListingQuery& query,
                    const plan::Listing& listing) {
  const std::size_t most = options.length.all() ? 0 : options.length.most();
  const auto for_scripts = options.length.most_for_scripts();
  switch (options.common.format()) {
  case Format::json: return output::offers_json(catalog, listing, query, for_scripts);
  case Format::csv: return output::offers_csv(catalog, listing, for_scripts);
  case Format::markdown: return output::offers_table(catalog, listing, most).markdown();
  default: break;
  }
  auto text = output::offers_text(
      catalog, listing, options.market.phrase(), most, query, options.common.style(environment));
  if (listing.sizes.empty())
    text += output::wrap_lines(what_would_help(catalog, rules, query),
                               options.common.style(environment).width);
  return text;
}

} // namespace

ExitCode offers(const Environment& environment, std::span<const std::string> arguments) {
  CLI::App app{"What is for sale: sizes by price, with region, terms and the date of each price.",
               "offers"};
  OffersOptions options;
  options.add(app);
  if (const auto ended = options.common.read(app, environment, arguments))
    return *ended;
  if (const auto ended = options.length.check(environment))
    return *ended;
  core::DiagnosticSink sink;
  const auto catalog = options.common.load_catalog(sink);
  if (!catalog)
    return report(environment, sink);
  warn_of_own_findings(*catalog, options.common.overlays(), sink);
  report(environment, sink);
  plan::ListingQuery query{.as_of = options.common.as_of()};
  if (const auto ended = options.market.read(environment, *catalog, query))
    return *ended;
  const plan::Planner planner(*catalog);
  const auto listing = plan::list_offers(*catalog, planner.rules(), query);
  options.common.print(environment,
                       text_of(*catalog, options, environment, planner.rules(), query, listing));
  return listing.sizes.empty() ? ExitCode::no : ExitCode::done;
}

} // namespace gpuplan::cli::commands
