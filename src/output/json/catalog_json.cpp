#include "output/json/catalog_json.hpp"

#include "output/json/envelope.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {

using Json = nlohmann::ordered_json;

std::string findings_json(const catalog::Catalog& catalog,
                          std::span<const core::Diagnostic> findings,
                          core::Date as_of) {
  Json root;
  begin_envelope(root, "catalog check", catalog, as_of, {});
  Json list = Json::array();
  for (const auto& finding : findings) {
    list.push_back({{"code", finding.code},
                    {"severity", to_string(finding.severity)},
                    {"message", finding.headline},
                    {"file", finding.at.file},
                    {"line", finding.at.line}});
  }
  root["results"] = std::move(list);
  return text_of(root);
}

std::string table_json(const catalog::Catalog& catalog,
                       const Table& table,
                       std::string_view command,
                       core::Date as_of) {
  Json root;
  begin_envelope(root, command, catalog, as_of, {});
  Json list = Json::array();
  for (const auto& row : table.rows()) {
    Json entry = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      entry[table.columns()[i].title] = row[i].text;
    list.push_back(std::move(entry));
  }
  root["results"] = std::move(list);
  return text_of(root);
}

} // namespace gpuplan::output
