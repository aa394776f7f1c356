#include "cli/flag_mapping.hpp"

#include "core/text.hpp"
#include "output/table.hpp"

#include <array>

namespace gpuplan::cli {
namespace {

struct Mapping {
  std::string_view tool;
  std::string_view theirs;
  std::string_view ours;
};

constexpr std::array k_mappings{
    Mapping{"skypilot", "--gpus A100:8", "--gpu a100:8"},
    Mapping{"skypilot",
            "--cloud aws, --infra aws/us-east-1",
            "--provider aws, --region aws/us-east-1"},
    Mapping{"skypilot", "--use-spot", "--terms spot"},
    Mapping{"skypilot", "--cpus 8+, --memory 32+", "--vcpus 8+ --host-memory 32GiB+"},
    Mapping{"skypilot", "--num-nodes 2", "--nodes 2"},
    Mapping{"skypilot", "sky show-gpus", "gpuplan offers"},
    Mapping{"dstack", "--gpu 24GB..80GB", "--where 'gpu_memory_gib >= 24 && gpu_memory_gib <= 80'"},
    Mapping{"dstack", "--spot, --spot-policy auto", "--terms spot, --terms on-demand,spot"},
    Mapping{"dstack", "--max-price 2.5", "--max-price 2.5USD"},
    Mapping{"dstack", "dstack offer", "gpuplan offers"},
    Mapping{"ec2-instance-selector", "--vcpus 8, --memory 32", "--vcpus 8+ --host-memory 32GiB+"},
    Mapping{"ec2-instance-selector", "--gpus 1, --gpu-model a100", "--gpu a100:1"},
    Mapping{"ec2-instance-selector",
            "--gpu-memory-total-min 80",
            "--where 'gpu_memory_gib * gpu_count >= 80'"},
    Mapping{"ec2-instance-selector", "-u spot", "--terms spot"},
    Mapping{"ec2-instance-selector", "--price-per-hour-max 5", "--max-price 5USD"},
    Mapping{"ec2-instance-selector", "-o table-wide", "-o wide"},
    Mapping{"ec2-instance-selector", "--max-results 20", "--top 20"},
    Mapping{"aiconfigurator", "--model-path, --model", "--model"},
    Mapping{"aiconfigurator", "--isl 512 --osl 256", "--input-tokens 512 --output-tokens 256"},
    Mapping{"aiconfigurator", "--ttft 300 --tpot 30", "--ttft 300ms --tpot 30ms"},
    Mapping{"aiconfigurator", "--target-request-rate 20", "--rps 20"},
    Mapping{"aiconfigurator", "--system h100_sxm", "--gpu h100-sxm5-80gb"},
    Mapping{"infracost", "--format json", "-o json"},
    Mapping{"infracost", "--out-file FILE", "--out-file FILE"},
    Mapping{"infracost", "--fields", "--columns"},
};

} // namespace

std::string known_tools() {
  std::string tools;
  std::string_view last;
  for (const auto& mapping : k_mappings) {
    if (mapping.tool == last)
      continue;
    last = mapping.tool;
    if (!tools.empty())
      tools += ", ";
    tools += last;
  }
  return tools;
}

std::optional<std::string> flags_of(std::string_view tool, std::size_t width) {
  using output::Align;
  using output::Breaks;
  output::Table table{{{std::string(tool), Align::left, 0, Breaks::at_spaces},
                       {"gpuplan", Align::left, 0, Breaks::at_spaces}}};
  for (const auto& mapping : k_mappings) {
    if (mapping.tool == core::lower(tool)) {
      table.add({{std::string(mapping.theirs)}, {std::string(mapping.ours)}});
    }
  }
  if (table.rows().empty())
    return std::nullopt;
  return table.text(width, output::Colour::off);
}

} // namespace gpuplan::cli
