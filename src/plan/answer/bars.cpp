#include "plan/answer/bars.hpp"

#include "catalog/check.hpp"
#include "plan/number_setting.hpp"
#include "plan/request/assumable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace gpuplan::plan {
namespace {

using catalog::PurchaseOption;

constexpr std::string_view k_own_price = "a price of your own with its date: --catalog FILE";

/// What a mark is called in every answer.
Bar bar_of(Mark mark, std::string why, std::string lifted) {
  return {.reason = std::string(info_of(mark).word),
          .why = std::move(why),
          .lifted = std::move(lifted)};
}

Bar old_price(const catalog::Offer& offer, core::Date as_of) {
  if (!offer.as_of)
    return bar_of(Mark::price_old, "its price has no date", std::string(k_own_price));
  return bar_of(Mark::price_old,
                fmt::format("its price is {} days old", core::days_between(*offer.as_of, as_of)),
                std::string(k_own_price));
}

Bar later_price(const catalog::Offer& offer, core::Date as_of) {
  const auto day = offer.as_of ? core::to_string(*offer.as_of) : std::string{};
  return bar_of(
      Mark::price_later,
      fmt::format("its price is of {}, and the answer of {}", day, core::to_string(as_of)),
      fmt::format("--as-of {}", day));
}

/// A finding that is about a row, where it is kept.
std::optional<catalog::FindingRecord>
finding_of(const catalog::Catalog& catalog, const catalog::Offer& offer, catalog::Finding wanted) {
  for (const auto& finding : catalog.findings()) {
    const bool of_row = finding.offer == offer.id || finding.instance == offer.instance;
    if (finding.kind == wanted && of_row)
      return finding;
  }
  return std::nullopt;
}

/// Its code and what was found; the kind's title where nothing more is kept of it.
std::string finding_text(const std::optional<catalog::FindingRecord>& finding,
                         catalog::Finding wanted) {
  const auto& kind = catalog::kind_of(wanted);
  return fmt::format("finding {}, {}", kind.code, finding ? finding->message : kind.title);
}

Bar doubtful_row(const catalog::Catalog& catalog, const catalog::Offer& offer) {
  std::string why;
  for (const auto& kind : catalog::finding_kinds()) {
    const auto bit_of = static_cast<std::uint32_t>(kind.bit);
    if ((offer.findings & bit_of & catalog::k_quarantine) != 0)
      why = finding_text(finding_of(catalog, offer, kind.bit), kind.bit);
  }
  return bar_of(Mark::quarantined, std::move(why), "the right row: --catalog FILE");
}

/// Who knows that the price is right lets prices lie as far apart as this one does.
Bar outlying_price(const catalog::Catalog& catalog, const catalog::Offer& offer) {
  const auto finding = finding_of(catalog, offer, catalog::Finding::outlier);
  const auto factor = finding ? fmt::format("{:.0f}", std::floor(finding->ratio) + 1) : "…";
  return bar_of(
      Mark::price_outlying,
      finding_text(finding, catalog::Finding::outlier),
      fmt::format("if {}:{} is right: `catalog: {{outlier_factor: {{value: {}, why: …}}}}` "
                  "in a defaults.yaml under --catalog",
                  offer.source_file,
                  offer.source_line,
                  factor));
}

Bar unconfirmed_price(const catalog::Catalog& catalog, const catalog::Offer& offer) {
  constexpr auto k_kind = catalog::Finding::unconfirmed;
  return bar_of(Mark::price_unconfirmed,
                finding_text(finding_of(catalog, offer, k_kind), k_kind),
                std::string(k_own_price));
}

/// The rule that could not be judged, and the fact that would settle it; where there is none, the
/// storage it hangs on.
Bar unconfirmed(const Recommendation& entry) {
  for (const auto& verdict : entry.verdicts) {
    if (verdict.outcome != Outcome::unknown || verdict.level != "require")
      continue;
    return bar_of(
        Mark::unconfirmed,
        fmt::format("{} cannot be judged, {} is not known", verdict.rule, verdict.missing),
        assume_hint(verdict.missing));
  }
  if (entry.has(Mark::storage_unknown))
    return bar_of(Mark::storage_unknown,
                  "it may wait for data: what its storage reads is not known",
                  "storage_performance.csv of a catalog of your own: --catalog FILE");
  return bar_of(Mark::unconfirmed, "a fact that decides is not known", {});
}

} // namespace

std::vector<Bar>
bars_of(const catalog::Catalog& catalog, core::Date as_of, const Recommendation& entry) {
  const auto& offer = entry.offer;
  std::vector<Bar> bars;
  if (entry.has(Mark::unconfirmed))
    bars.push_back(unconfirmed(entry));
  if (entry.has(Mark::price_old) || !offer.as_of)
    bars.push_back(old_price(offer, as_of));
  if (entry.has(Mark::price_later))
    bars.push_back(later_price(offer, as_of));
  if (entry.has(Mark::quarantined))
    bars.push_back(doubtful_row(catalog, offer));
  if (entry.has(Mark::price_outlying))
    bars.push_back(outlying_price(catalog, offer));
  if (entry.has(Mark::price_unconfirmed))
    bars.push_back(unconfirmed_price(catalog, offer));
  if (entry.has(Mark::community_host))
    bars.push_back(bar_of(Mark::community_host, "it runs on the host of a third party", {}));
  if (entry.has(Mark::other_stack))
    bars.push_back(bar_of(
        Mark::other_stack,
        fmt::format("its chip wants {}, which the job does not name", to_string(entry.setup.stack)),
        fmt::format("--stack {}", to_string(entry.setup.stack))));
  if (entry.has(Mark::memory_over))
    bars.push_back(
        bar_of(Mark::memory_over, "by the estimate it needs more memory than its chip gives", {}));
  else if (entry.has(Mark::memory_tight))
    bars.push_back(bar_of(Mark::memory_tight, "its memory is tight", {}));
  return bars;
}

std::vector<Bar>
passed_over(const catalog::Catalog& catalog, const Recommendation& entry, const PickTerms& terms) {
  const auto option = entry.offer.option;
  if (std::ranges::find(terms, option) == terms.end())
    return {{.reason = "terms",
             .why = fmt::format("picks are on demand or spot, this is {}", to_string(option)),
             .lifted = fmt::format("--terms {}", to_string(option))}};
  std::vector<Bar> bars;
  const double devices =
      catalog.shape(entry.offer.shape).devices.value() * static_cast<double>(entry.setup.nodes);
  const double most = number_setting(catalog, "picks.devices_most");
  if (devices > most)
    bars.push_back({.reason = "devices",
                    .why = fmt::format("it takes {:.0f} devices, and picks more than {:g} only "
                                       "where no smaller plan does",
                                       devices,
                                       most),
                    .lifted = {}});
  const bool guess =
      entry.has(Mark::chip_not_measured) && !catalog.shape(entry.offer.shape).accelerator;
  if (option == PurchaseOption::spot && !guess)
    return bars;
  for (const auto* warning : warnings_of(entry))
    bars.push_back(
        bar_of(Mark::rule_warns, fmt::format("{} warns: {}", warning->rule, warning->message), {}));
  if (entry.has(Mark::chip_not_measured))
    bars.push_back(bar_of(Mark::chip_not_measured, "nothing was measured on its chip", {}));
  if (entry.has(Mark::rule_of_thumb))
    bars.push_back(bar_of(Mark::rule_of_thumb, "its time is from a rule of thumb", {}));
  if (entry.has(Mark::assumed))
    bars.push_back(bar_of(Mark::assumed,
                          "it rests on a fact that you assume",
                          "the fact in a catalog of your own, catalogs/README.md: --catalog PATH"));
  return bars;
}

std::string beyond_picks(const catalog::Catalog& catalog,
                         const RecommendationSet& set,
                         const Recommendation& first) {
  constexpr std::string_view k_why = "picks are chosen by cost and by time, not by --rank-by";
  if (set.picks.empty())
    return std::string(k_why);
  const auto& beside = set.picks.front();
  const auto& total = set.recommendations[beside.index].quote.total;
  const double most = number_setting(catalog, "picks.fast_cost_ratio");
  const double dearer = first.quote.total.to_double() / total.to_double();
  if (dearer <= most)
    return std::string(k_why);
  return fmt::format("{}: it costs {:.3g} times as much as {}, and fast at most {:g} times",
                     k_why,
                     dearer,
                     to_string(beside.kind),
                     most);
}

} // namespace gpuplan::plan
