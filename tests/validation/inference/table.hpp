#pragma once

#include "support/csv.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::validation {

using Record = std::map<std::string, std::string, std::less<>>;

/// The folder of measured runs; nothing where the tests shall do without.
inline std::optional<std::string> facts_folder() {
  const char* folder = std::getenv("GPUPLAN_FACTS");
  return folder == nullptr ? std::nullopt : std::optional<std::string>{folder};
}

inline std::vector<Record> read_records(const std::string& path) {
  std::vector<Record> records;
  for (const test::CsvRow& row : test::read_csv(path))
    records.emplace_back(row.begin(), row.end());
  return records;
}

inline double number(const Record& record, std::string_view column, double otherwise = 0) {
  const auto found = record.find(column);
  if (found == record.end() || found->second.empty())
    return otherwise;
  return std::strtod(found->second.c_str(), nullptr);
}

inline const std::string& text(const Record& record, std::string_view column) {
  static const std::string none;
  const auto found = record.find(column);
  return found == record.end() ? none : found->second;
}

inline bool starts_with(std::string_view whole, std::string_view start) {
  return whole.compare(0, start.size(), start) == 0;
}

inline bool contains(std::string_view whole, std::string_view part) {
  return whole.find(part) != std::string_view::npos;
}

} // namespace gpuplan::validation
