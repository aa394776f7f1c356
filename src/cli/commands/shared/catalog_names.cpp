#include "cli/commands/shared/catalog_names.hpp"

#include "output/reports/catalog_report.hpp"
#include "workload/model/hub_name.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace gpuplan::cli::commands {
namespace {

using catalog::Catalog;
using Names = std::vector<std::string>;

Names chips_meant(const Catalog& catalog, const std::string& name) {
  Names names;
  for (const auto id : catalog.find_accelerators(name))
    names.emplace_back(catalog.accelerator(id).name);
  return names;
}

Names providers_meant(const Catalog& catalog, const std::string& name) {
  const auto found = catalog.find_provider(name);
  return found ? Names{std::string(catalog.provider(*found).name)} : Names{};
}

Names sizes_meant(const Catalog&, const std::string& name) {
  return {fmt::format("*/{}", name)};
}

Names offers_meant(const Catalog&, const std::string& name) {
  return {fmt::format("{}@*", name), fmt::format("*/{}", name), fmt::format("*/{}@*", name)};
}

Names regions_meant(const Catalog& catalog, const std::string& name) {
  Names names{fmt::format("*/{}", name)};
  for (std::uint32_t i = 0; i < catalog.region_count(); ++i) {
    if (!catalog.in_place({i}, name))
      continue;
    const auto region = catalog.region({i});
    names.push_back(fmt::format("{}/{}", catalog.provider(region.provider).name, region.name));
  }
  return names;
}

Names models_meant(const Catalog& catalog, const std::string& name) {
  const workload::ModelList models{.language = catalog.language_models(),
                                   .sample = catalog.sample_models()};
  if (const auto* model = workload::find_language_model(models, name))
    return {std::string(model->id)};
  if (const auto* model = workload::find_sample_model(models, name))
    return {std::string(model->id)};
  return {};
}

struct Meaning {
  std::string_view kind;
  Names (*names)(const Catalog& catalog, const std::string& name);
};

constexpr std::array k_meanings{Meaning{"accelerators", chips_meant},
                                Meaning{"providers", providers_meant},
                                Meaning{"instances", sizes_meant},
                                Meaning{"offers", offers_meant},
                                Meaning{"regions", regions_meant},
                                Meaning{"models", models_meant}};

} // namespace

std::optional<output::Records>
named_records(const Catalog& catalog, const std::string& kind, const std::string& name) {
  const auto known = output::catalog_kind(kind);
  if (!known)
    return std::nullopt;
  auto records = output::catalog_records(catalog, *known, Names{name});
  for (const auto& meaning : k_meanings) {
    if (records.empty() && meaning.kind == *known)
      records = output::catalog_records(catalog, *known, meaning.names(catalog, name));
  }
  return records;
}

} // namespace gpuplan::cli::commands
