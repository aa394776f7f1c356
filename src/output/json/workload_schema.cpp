#include "output/json/schema_bodies.hpp"
#include "output/json/schema_parts.hpp"
#include "workload/keys/keys.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gpuplan::output::schema {
namespace {

/// Sets the schema of a dotted path in nested objects.
void set_path(Json& root, std::string_view path, Json schema) {
  Json* at = &root;
  while (true) {
    const auto point = path.find('.');
    const std::string name(path.substr(0, point));
    if (!at->contains("properties")) {
      (*at)["type"] = "object";
      (*at)["properties"] = Json::object();
      (*at)["additionalProperties"] = false;
    }
    auto& child = (*at)["properties"][name];
    if (point == std::string_view::npos) {
      if (child.is_null())
        child = std::move(schema);
      return;
    }
    if (child.is_null() || !child.contains("properties")) {
      Json scalar = child;
      child = Json::object();
      child["type"] = "object";
      child["properties"] = Json::object();
      child["additionalProperties"] = false;
      (void)scalar;
    }
    at = &child;
    path.remove_prefix(point + 1);
  }
}

Json key_schema(const workload::Key& key) {
  using workload::ValueKind;
  Json schema{{"description", key.doc}};
  switch (key.kind) {
  case ValueKind::list: schema["type"] = {"array", "string"}; break;
  case ValueKind::table: schema["type"] = "object"; break;
  case ValueKind::model: schema["type"] = {"string", "object"}; break;
  case ValueKind::boolean: schema["type"] = "boolean"; break;
  case ValueKind::word:
    if (!key.words.empty())
      schema["enum"] = std::vector<std::string>(key.words.begin(), key.words.end());
    if (key.beside == workload::Beside::automatic)
      schema["enum"].push_back("auto");
    break;
  default: schema["type"] = {"string", "number"};
  }
  return schema;
}

} // namespace

/// Keys that are a word and a mapping alike (`precision`) are described as either.
Json workload_schema() {
  Json root;
  for (const auto& key : workload::keys()) {
    const auto owner = std::find_if(
        workload::keys().begin(), workload::keys().end(), [&](const workload::Key& other) {
          return other.path.starts_with(key.path) && other.path.size() > key.path.size() &&
                 other.path[key.path.size()] == '.';
        });
    if (owner != workload::keys().end())
      continue;
    set_path(root, key.path, key_schema(key));
  }
  for (const auto& key : workload::keys()) {
    auto& properties = root["properties"];
    const std::string name(key.path);
    if (name.find('.') != std::string::npos || !properties.contains(name))
      continue;
    auto& schema = properties[name];
    if (schema.contains("properties") && key.kind == workload::ValueKind::word) {
      schema = {{"oneOf", {key_schema(key), schema}}};
    }
  }
  return root;
}

} // namespace gpuplan::output::schema
