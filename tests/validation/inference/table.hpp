#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan::validation {

using Record = std::map<std::string, std::string, std::less<>>;

/// The folder of measured runs; nothing where the tests shall do without.
inline std::optional<std::string> facts_folder() {
  const char* folder = std::getenv("GPUPLAN_FACTS");
  return folder == nullptr ? std::nullopt : std::optional<std::string>{folder};
}

/// A CSV file (RFC 4180, header line) as records.
inline std::vector<Record> read_csv(const std::string& path) {
  std::ifstream file{path};
  std::vector<std::vector<std::string>> rows(1);
  std::string field;
  bool quoted = false;
  for (char c = 0; file.get(c);) {
    if (quoted) {
      if (c != '"')
        field.push_back(c);
      else if (file.peek() == '"')
        field.push_back(static_cast<char>(file.get()));
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\n') {
      rows.back().push_back(std::exchange(field, {}));
      if (c == '\n')
        rows.emplace_back();
    } else if (c != '\r') {
      field.push_back(c);
    }
  }
  std::vector<Record> records;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (rows[row].size() != rows.front().size())
      continue;
    Record& record = records.emplace_back();
    for (std::size_t column = 0; column < rows.front().size(); ++column)
      record.emplace(rows.front()[column], rows[row][column]);
  }
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
