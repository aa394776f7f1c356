#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan::test {

using CsvRow = std::map<std::string, std::string>;

/// Records of an RFC 4180 file with a header line; nothing where the file cannot be opened.
inline std::vector<CsvRow> read_csv(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  const std::string text = bytes.str();
  std::vector<std::vector<std::string>> records(1);
  std::string field;
  bool quoted = false;
  const auto end_field = [&] { records.back().push_back(std::exchange(field, {})); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"')
        field += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_field();
      records.emplace_back();
    } else if (c != '\r') {
      field += c;
    }
  }
  std::vector<CsvRow> rows;
  for (std::size_t r = 1; r < records.size(); ++r) {
    if (records[r].empty())
      continue;
    CsvRow row;
    for (std::size_t f = 0; f < records[0].size() && f < records[r].size(); ++f)
      row[records[0][f]] = records[r][f];
    rows.push_back(std::move(row));
  }
  return rows;
}

} // namespace gpuplan::test
