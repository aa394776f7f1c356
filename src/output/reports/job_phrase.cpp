#include "output/human.hpp"
#include "output/reports/recommend_report.hpp"

#include <fmt/format.h>

namespace gpuplan::output {
namespace {

using workload::JobKind;
using workload::Method;

std::string training_phrase(const workload::Workload& workload) {
  const auto& training = workload.demand.training;
  const bool tokens = workload.demand.model.sample.flops_forward == 0;
  std::string method;
  if (training.method == Method::lora)
    method = "LoRA ";
  if (training.method == Method::qlora)
    method = "QLoRA ";
  if (training.method == Method::full && workload.preset == "finetune")
    method = "full ";
  std::string word = "training";
  if (workload.preset == "finetune")
    word = "fine-tune";
  if (workload.preset == "pretrain")
    word = "pre-training";
  return fmt::format("{}{}, {} {}{}",
                     method,
                     word,
                     human_count(training.units_total),
                     tokens ? "token" : "sample",
                     training.units_total == 1 ? "" : "s");
}

std::string serving_phrase(const workload::Workload& workload) {
  const auto& serving = workload.demand.serving;
  std::string text = workload.demand.kind == JobKind::serve ? "serving" : "batch inference";
  if (serving.requests_per_s) {
    text += fmt::format(", {} requests/s", human_number(*serving.requests_per_s));
  }
  if (serving.concurrency)
    text += fmt::format(", {} at once", human_number(*serving.concurrency));
  if (serving.units_total > 0)
    text += fmt::format(", {} {}",
                        human_count(serving.units_total),
                        serving.units_total == 1 ? "request" : "requests");
  const auto limit = [&](std::string_view name, const core::Known<double>& value) {
    if (value)
      text += fmt::format(", {} within {} ms", name, human_number(*value));
  };
  limit("TTFT", serving.ttft_limit_ms);
  limit("TPOT", serving.tpot_limit_ms);
  limit("latency", serving.latency_limit_ms);
  return text;
}

} // namespace

std::string job_phrase(const workload::Workload& workload) {
  const bool train = workload.demand.kind == JobKind::train;
  std::string text = workload.demand.model.name + ", " +
                     (train ? training_phrase(workload) : serving_phrase(workload));
  const auto& constraints = workload.constraints;
  if (constraints.deadline_hours) {
    text += fmt::format(", within {}",
                        human_duration(core::to_milliseconds(core::Seconds{
                            *constraints.deadline_hours * core::k_seconds_per_hour})));
  }
  if (constraints.budget) {
    text += fmt::format(", for at most {} {}",
                        human_money(*constraints.budget),
                        constraints.budget->currency().code());
  }
  return text;
}

} // namespace gpuplan::output
