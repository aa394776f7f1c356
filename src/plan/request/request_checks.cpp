#include "plan/request/request_checks.hpp"

#include "facts/fact.hpp"
#include "facts/print.hpp"
#include "plan/facts/fill.hpp"
#include "plan/request/assumable.hpp"

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

/// Time, cost and the like follow from the rest, and what the job states is no gap either; what a
/// user assumes takes the place of an unknown.
void check_assumed(std::string_view name,
                   double value,
                   const facts::FactValues& job,
                   core::DiagnosticSink& sink) {
  constexpr std::string_view k_may = "what catalog and job do not tell can be assumed: "
                                     "network_gbps=400";
  const auto ref = facts::find_fact(name);
  if (ref && value < 0) {
    sink.report({.code = "USE034",
                 .headline = fmt::format("met --assume {}={}, expected 0 or more", name, value)});
    return;
  }
  const auto from = ref ? calculated_from(facts::fact(ref->id)) : std::string_view{};
  if (!from.empty()) {
    sink.report({.code = "USE035",
                 .headline = fmt::format("met --assume {}, which is calculated", name),
                 .help = fmt::format("it follows from {}; {}", from, k_may)});
    return;
  }
  if (ref && job.number(*ref)) {
    sink.report({.code = "USE035",
                 .headline = fmt::format(
                     "met --assume {}, which the job tells: {}", name, facts::print(*ref, job)),
                 .help = fmt::format("state the job otherwise; {}", k_may)});
    return;
  }
  if (ref && is_stated_plainly(*ref))
    return;
  const auto meant = facts::nearest_fact(name);
  sink.report({.code = "USE032",
               .headline = fmt::format(
                   "met --assume {}, expected a fact that is a number, or yes or no", name),
               .help = meant && *meant != name ? fmt::format("did you mean {}?", *meant)
                                               : "`gpuplan facts` lists them"});
}

void check_assumptions(const Request& request, core::DiagnosticSink& sink) {
  const auto& assumed = request.workload.assumed_facts;
  if (assumed.empty())
    return;
  facts::FactValues job;
  fill_rates(job, request.exchange, request.currency);
  fill_job(job, request.workload, request.exchange);
  for (const auto& [name, value] : assumed)
    check_assumed(name, value, job, sink);
}

} // namespace

void check_request(const Request& request, core::DiagnosticSink& sink) {
  const auto& workload = request.workload;
  check_amount(request, "--budget", workload.constraints.budget, sink);
  check_amount(request, "--max-price", workload.constraints.max_price, sink);
  check_amount(request, "--max-gpu-price", workload.constraints.max_gpu_price, sink);
  check_assumptions(request, sink);
  if (workload.solve) {
    sink.report({.code = "USE033",
                 .headline = fmt::format("met {}: {}, expected an amount",
                                         workload.solve->key,
                                         workload.solve->largest ? "max" : "min"),
                 .help = "plans are made for a stated amount"});
  }
}

} // namespace gpuplan::plan
