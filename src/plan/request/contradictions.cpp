#include "plan/request/contradictions.hpp"

#include "plan/market/filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gpuplan::plan {
namespace {

using catalog::Catalog;
using catalog::Offer;

/// The offers a plan reference stands for: those it names, or all of the hardware it names.
std::vector<Offer> offers_of(const Filters& pinned, const Catalog& catalog) {
  std::vector<Offer> offers;
  for (std::uint32_t i = 0; i < pinned.offers.size(); ++i) {
    if (pinned.offers[i])
      offers.push_back(catalog.offer({i}));
  }
  if (!pinned.offers.empty())
    return offers;
  for (std::uint32_t i = 0; i < catalog.shape_count(); ++i) {
    if (!pinned.wants_chip(catalog.shape({i})))
      continue;
    const auto range = catalog.offers_of({i});
    for (auto offer = range.first; offer < range.last; ++offer)
      offers.push_back(catalog.offer({offer}));
  }
  return offers;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ","));
}

/// The terms the offers are sold on: `spot`, `on-demand, reserved`.
std::string terms_of(const std::vector<Offer>& offers) {
  std::set<std::string_view> words;
  for (const auto& offer : offers)
    words.insert(to_string(offer.option));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The words of the terms asked for, as the flag takes them.
std::string terms_asked(const workload::Workload& workload) {
  std::vector<std::string_view> words;
  for (const auto option : workload.purchase.terms)
    words.push_back(to_string(option));
  return fmt::format("{}", fmt::join(words, ","));
}

class Check {
public:
  Check(const workload::Workload& workload, std::vector<Offer> offers, core::DiagnosticSink& sink)
      : workload_(workload),
        offers_(std::move(offers)),
        sink_(sink) {}

  /// A wish that no offer of the plan meets; `is` says what the plan is instead.
  template <class Meets>
  void wish(std::string_view flag, const std::string& value, const Meets& meets, std::string is) {
    if (std::ranges::any_of(offers_, meets))
      return;
    report(flag, value, std::move(is));
  }

  void report(std::string_view flag, const std::string& value, std::string is) {
    sink_.report({.code = "USE036",
                  .headline = fmt::format(
                      "met the plan {} beside {} {}, which excludes it", workload_.on, flag, value),
                  .notes = {std::move(is)},
                  .help = fmt::format("leave out {}, or name another plan", flag)});
  }

  [[nodiscard]] const std::vector<Offer>& offers() const { return offers_; }

private:
  const workload::Workload& workload_;
  std::vector<Offer> offers_;
  core::DiagnosticSink& sink_;
};

} // namespace

void check_contradictions(const workload::Workload& workload,
                          const Catalog& catalog,
                          core::DiagnosticSink& sink) {
  if (workload.on.empty())
    return;
  core::DiagnosticSink unheard;
  workload::Workload plan_alone;
  plan_alone.on = workload.on;
  auto wishes = workload;
  wishes.on.clear();
  const auto pinned = resolve_filters(plan_alone, catalog, unheard);
  const auto asked = resolve_filters(wishes, catalog, unheard);
  if (!pinned || !asked)
    return;
  Check check(workload, offers_of(*pinned, catalog), sink);
  if (check.offers().empty())
    return;
  const auto& constraints = workload.constraints;
  const auto& first = check.offers().front();
  if (asked->terms_given)
    check.wish(
        "--terms",
        terms_asked(workload),
        [&](const Offer& offer) { return asked->terms[static_cast<std::size_t>(offer.option)]; },
        "the plan is sold on these terms: " + terms_of(check.offers()));
  if (!constraints.providers.empty())
    check.wish(
        "--provider",
        joined(constraints.providers),
        [&](const Offer& offer) { return asked->wants_provider(offer.provider); },
        fmt::format("its provider is {}", catalog.provider(first.provider).name));
  if (!constraints.places.empty())
    check.wish(
        "--region",
        joined(constraints.places),
        [&](const Offer& offer) { return asked->allows_place(offer.region).value_or(true); },
        fmt::format("it is sold in {}", catalog.region(first.region).name));
  if (!constraints.accelerators.empty()) {
    const auto shape = catalog.shape(first.shape);
    check.wish(
        "--gpu",
        joined(constraints.accelerators),
        [&](const Offer& offer) { return asked->wants_chip(catalog.shape(offer.shape)); },
        shape.accelerator ? fmt::format("its chip is {}, {:g} an instance",
                                        catalog.accelerator(*shape.accelerator).name,
                                        shape.devices.value())
                          : std::string{"it has no accelerator"});
  }
  if (pinned->nodes && workload.nodes && *pinned->nodes != *workload.nodes)
    check.report("--nodes",
                 fmt::format("{}", *workload.nodes),
                 fmt::format("the plan says x{}", *pinned->nodes));
}

} // namespace gpuplan::plan
