#include "output/reports/size_report.hpp"

#include "core/text.hpp"
#include "output/human.hpp"
#include "output/reports/recommend_report.hpp"
#include "output/reports/sample_work.hpp"
#include "output/table.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>

namespace gpuplan::output {
namespace {

using plan::JobSize;
using workload::JobKind;

std::string parameters(const workload::Architecture& model) {
  std::string text = fmt::format("{} parameters", core::with_thousands(model.params.total));
  if (model.params.active != model.params.total && model.params.active > 0) {
    text += fmt::format(", {} active", human_count(static_cast<double>(model.params.active)));
  }
  if (!model.native_format.empty())
    text += fmt::format(", published in {}", model.native_format);
  return text;
}

std::string compute(const workload::Demand& demand) {
  if (demand.kind == JobKind::train) {
    const auto& training = demand.training;
    const bool tokens = demand.model.sample.flops_forward == 0;
    return fmt::format("{} = {} {} x {}",
                       human_flops(training.flops_per_unit * training.units_total),
                       human_count(training.units_total),
                       tokens ? "tokens" : "samples",
                       human_flops(training.flops_per_unit));
  }
  if (demand.model.sample.flops_forward > 0) {
    return sample_work(demand.serving);
  }
  return fmt::format("{} active parameters a token",
                     human_count(static_cast<double>(demand.model.params.active)));
}

std::string memory(const workload::Demand& demand, const JobSize& size) {
  if (demand.kind == JobKind::train) {
    const auto state = size.state ? human_size(*size.state) : std::string{"?"};
    const auto activations = size.activations ? human_size(*size.activations) : std::string{"?"};
    const bool tokens = demand.model.sample.flops_forward == 0;
    const auto one = tokens ? fmt::format("sequence of {} tokens", demand.training.sequence)
                            : std::string{"sample"};
    return fmt::format("{} of weights, gradients and optimizer + {} of activations for a "
                       "micro-batch of one {}, none recomputed",
                       state,
                       activations,
                       one);
  }
  const auto& serving = demand.serving;
  if (serving.kv_bytes_per_token == 0) {
    return fmt::format("{} of weights", human_size(core::Bytes{serving.weight_bytes}));
  }
  return fmt::format("{} of weights in {} + {} KiB of cache a token",
                     human_size(core::Bytes{serving.weight_bytes}),
                     to_string(serving.weights),
                     human_number(serving.kv_bytes_per_token / 1024));
}

std::string bandwidth(const workload::Demand& demand, const JobSize& size) {
  if (demand.kind != JobKind::train) {
    return fmt::format("every step reads the weights: {} GB",
                       human_number(demand.serving.weight_bytes / core::k_bytes_per_gb));
  }
  constexpr double k_least = 0.01; // what matters of a rate: any disk gives more
  const double rate = size.data_bytes_per_s / core::k_bytes_per_gb;
  const bool tables = demand.model.network == workload::NetworkClass::recommender;
  return fmt::format("{} GB of gradients {}a step between devices; {} GB/s from storage at most",
                     human_number(size.gradient_bytes_a_step / core::k_bytes_per_gb),
                     tables ? "of the dense part " : "",
                     rate < k_least ? "less than 0.01" : human_number(rate));
}

/// Why no number of a chip is said to hold the job.
std::string why_none(const plan::ChipSize& chip) {
  if (!chip.no_software.empty())
    return "no software";
  if (!chip.room_known)
    return "not known: no memory_usable_gib";
  return chip.tried == 0 ? "no layout" : "does not fit";
}

/// Why the time of a chip's fewest devices is not told, and what does not run on a chip: a line for
/// each reason.
std::string untold_times(const JobSize& size, const ReportStyle& style) {
  std::string text;
  std::set<std::string_view> told;
  for (const auto& chip : size.chips) {
    if (chip.devices > 0 && !chip.run && told.insert(chip.run.why_unknown()).second)
      text += paragraph(fmt::format("? {}", chip.run.why_unknown()), style, 2);
    if (!chip.no_software.empty())
      text += paragraph(fmt::format("no software: {}", chip.no_software), style, 2);
  }
  return text;
}

Table chip_table(const workload::Demand& demand, const JobSize& size) {
  const bool serve = demand.kind == JobKind::serve;
  Table table{{{"chip"},
               {"GiB", Align::right, 3},
               {"fewest", Align::right},
               {"mem/GPU", Align::right, 4},
               {"fit"},
               {serve ? "req/s" : "time", Align::right},
               {"in", Align::left, 2},
               {"layout", Align::left, 1}}};
  for (const auto& chip : size.chips) {
    const auto nominal = chip.memory ? human_number(core::to_gib(*chip.memory)) : std::string{"?"};
    if (chip.devices == 0) {
      table.add({{std::string(chip.chip)},
                 {nominal},
                 {chip.room_known && chip.tried > 0 ? fmt::format(">{}", chip.tried) : "-"},
                 {"-"},
                 {why_none(chip), Style::warn},
                 {"-"},
                 {""},
                 {""}});
      continue;
    }
    std::string rate = "?";
    if (serve && chip.setup.units_per_s > 0)
      rate = human_number(chip.setup.units_per_s);
    if (!serve && chip.run)
      rate = human_duration(*chip.run);
    table.add({{std::string(chip.chip)},
               {nominal},
               {std::to_string(chip.devices)},
               {human_gib(chip.setup.memory.device)},
               {std::string(to_string(chip.setup.fit))},
               {rate},
               {std::string(to_string(chip.setup.compute))},
               {workload::describe(chip.setup.layout, demand.kind)}});
  }
  return table;
}

} // namespace

std::string
size_text(const workload::Workload& workload, const JobSize& size, const ReportStyle& style) {
  const auto& demand = workload.demand;
  auto text = paragraph(fmt::format("{}  {}",
                                    styled(demand.model.name, Style::strong, style.colour),
                                    parameters(demand.model)),
                        style,
                        2);
  text += paragraph(job_phrase(workload), style, 2);
  for (const auto& part : demand.model.left_out)
    text += labelled("Left out", part, style);
  for (const auto& note : workload.notes)
    text += labelled("Note", note, style);
  text += labelled("Compute", compute(demand), style);
  text += labelled("Memory", memory(demand, size), style);
  text += labelled("Bandwidth", bandwidth(demand, size), style);
  if (!size.bottleneck.empty())
    text += labelled("Corner", fmt::format("limited by {} on most chips", size.bottleneck), style);
  text += "\n" + chip_table(demand, size).text(style.width, style.colour);
  text += untold_times(size, style);
  std::string savings;
  for (const auto& saving : size.savings) {
    savings += fmt::format(
        "{}{} {}", savings.empty() ? "" : " · ", saving.name, human_size(saving.device));
  }
  if (!savings.empty())
    text += "\n" + labelled("Smaller", "on one device: " + savings, style);
  return text;
}

} // namespace gpuplan::output
