#include "output/json/catalog_json.hpp"

#include "output/json/envelope.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {

using Json = nlohmann::ordered_json;

std::string findings_json(const catalog::Catalog& catalog,
                          std::span<const catalog::FindingRecord> findings,
                          std::size_t not_shown,
                          core::Date as_of) {
  Json root;
  begin_envelope(root, "catalog check", catalog, as_of, {});
  Json list = Json::array();
  for (const auto& record : findings) {
    const auto finding = diagnose(catalog, record);
    list.push_back({{"code", finding.code},
                    {"severity", to_string(finding.severity)},
                    {"message", finding.headline},
                    {"file", finding.at.file},
                    {"line", finding.at.line},
                    {"ratio", record.ratio > 0 ? number_json(record.ratio) : Json(nullptr)}});
  }
  root["summary"] = {{"shown", list.size()}, {"built_in_not_shown", not_shown}};
  root["results"] = std::move(list);
  return text_of(root);
}

std::string records_json(const catalog::Catalog& catalog,
                         const Records& records,
                         std::string_view command,
                         core::Date as_of) {
  Json root;
  begin_envelope(root, command, catalog, as_of, {});
  root["results"] = records.json();
  return text_of(root);
}

} // namespace gpuplan::output
