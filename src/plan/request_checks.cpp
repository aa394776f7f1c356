#include "plan/request_checks.hpp"

#include "facts/fact.hpp"

#include <fmt/format.h>

namespace gpuplan::plan {
namespace {

void check_amount(const Request& request,
                  std::string_view flag,
                  const std::optional<core::Money>& amount,
                  core::DiagnosticSink& sink) {
  if (!amount || request.exchange.convert(*amount, request.currency))
    return;
  const auto code = amount->currency().code();
  sink.report(
      {.code = "USE031",
       .headline = fmt::format("met {} {} {}, and prices are told in {}",
                               flag,
                               core::to_decimal(*amount),
                               code,
                               request.currency.code()),
       .help = fmt::format("add --currency {0}, or a dated rate: --fx {0}=RATE{1}@YYYY-MM-DD",
                           code,
                           request.currency.code())});
}

/// Time, cost and the like follow from the rest; what a user assumes takes the place of an unknown.
void check_assumed(std::string_view name, double value, core::DiagnosticSink& sink) {
  const auto ref = facts::find_fact(name);
  if (ref && value < 0) {
    sink.report({.code = "USE034",
                 .headline = fmt::format("met --assume {}={}, expected 0 or more", name, value)});
    return;
  }
  if (ref && facts::fact(ref->id).stage == facts::Stage::quote) {
    sink.report({.code = "USE035",
                 .headline = fmt::format("met --assume {}, which is worked out", name),
                 .help = "what the catalog or the job may not tell can be assumed: "
                         "network_gbps=400"});
    return;
  }
  const bool plain = ref && ref->bound == facts::Bound::point &&
                     ref->currency == core::Currency{} && ref->label.empty() &&
                     facts::fact(ref->id).kind != facts::FactKind::text;
  if (plain)
    return;
  const auto meant = facts::nearest_fact(name);
  sink.report({.code = "USE032",
               .headline = fmt::format("met --assume {}, expected a fact that is a number", name),
               .help = meant && *meant != name ? fmt::format("did you mean {}?", *meant)
                                               : "`gpuplan facts` lists them"});
}

} // namespace

void check_request(const Request& request, core::DiagnosticSink& sink) {
  const auto& workload = request.workload;
  check_amount(request, "--budget", workload.constraints.budget, sink);
  check_amount(request, "--max-price", workload.constraints.max_price, sink);
  check_amount(request, "--max-gpu-price", workload.constraints.max_gpu_price, sink);
  for (const auto& [name, value] : workload.assumed_facts)
    check_assumed(name, value, sink);
  if (workload.solve) {
    sink.report({.code = "USE033",
                 .headline = fmt::format("met {}: {}, expected an amount",
                                         workload.solve->key,
                                         workload.solve->largest ? "max" : "min"),
                 .help = "plans are made for a stated amount"});
  }
}

} // namespace gpuplan::plan
