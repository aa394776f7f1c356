#include "output/json/schemas.hpp"

#include "output/json/envelope.hpp"
#include "output/json/schema_bodies.hpp"
#include "output/json/schema_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace gpuplan::output {
namespace {

using schema::Json;

constexpr std::array<std::string_view, 9> k_names{"recommend",
                                                  "estimate",
                                                  "explain",
                                                  "size",
                                                  "offers",
                                                  "compare",
                                                  "facts",
                                                  "version",
                                                  "workload"};

Json facts_schema() {
  return schema::envelope({{"results", schema::list_of({{"type", "object"}})}});
}

Json version_schema() {
  return schema::envelope({{"counts",
                            schema::object_of({{"providers", schema::integer()},
                                               {"accelerators", schema::integer()},
                                               {"instances", schema::integer()},
                                               {"offers", schema::integer()},
                                               {"regions", schema::integer()},
                                               {"models", schema::integer()}})}});
}

Json body_of(std::string_view name) {
  if (name == "recommend" || name == "estimate")
    return schema::recommend_schema();
  if (name == "explain")
    return schema::explain_schema();
  if (name == "size")
    return schema::size_schema();
  if (name == "offers")
    return schema::offers_schema();
  if (name == "compare")
    return schema::compare_schema();
  if (name == "facts")
    return facts_schema();
  if (name == "version")
    return version_schema();
  return schema::workload_schema();
}

} // namespace

std::span<const std::string_view> schema_names() {
  return k_names;
}

std::optional<std::string> schema_text(std::string_view name) {
  if (std::find(k_names.begin(), k_names.end(), name) == k_names.end())
    return std::nullopt;
  Json document{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"$id", fmt::format("urn:gpuplan:schema:{}:{}", name, k_schema_version)},
                {"title", fmt::format("gpuplan {}", name)}};
  document.update(body_of(name));
  return text_of(document);
}

} // namespace gpuplan::output
