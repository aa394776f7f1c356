#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuplan::test {

/// One line of a table by column name.
class TruthRow {
public:
  explicit TruthRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  /// Empty where the column is blank or missing.
  [[nodiscard]] const std::string& text(const std::string& column) const;
  [[nodiscard]] std::optional<double> number(const std::string& column) const;

  [[nodiscard]] long whole(const std::string& column, long fallback) const;

  [[nodiscard]] bool has(const std::string& column, std::string_view part) const {
    return text(column).find(part) != std::string::npos;
  }

private:
  std::map<std::string, std::string> cells_;
};

/// A CSV file with a header line (RFC 4180 quoting), or nothing where it cannot be opened.
std::optional<std::vector<TruthRow>> read_table(const std::string& path);

/// The folder of published facts, from GPUPLAN_FACTS; nothing where it is unset.
std::optional<std::string> facts_folder();

} // namespace gpuplan::test
