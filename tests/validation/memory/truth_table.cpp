#include "validation/memory/truth_table.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace gpuplan::test {

namespace {

/// Records of a CSV text; a quoted cell may hold commas, quotes and line ends.
std::vector<std::vector<std::string>> records_of(const std::string& bytes) {
  std::vector<std::vector<std::string>> records(1);
  std::string cell;
  bool quoted = false;
  const auto end_cell = [&] {
    records.back().push_back(cell);
    cell.clear();
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char letter = bytes[i];
    if (quoted && letter == '"' && i + 1 < bytes.size() && bytes[i + 1] == '"')
      cell += bytes[++i];
    else if (letter == '"')
      quoted = !quoted;
    else if (letter == ',' && !quoted)
      end_cell();
    else if (letter == '\n' && !quoted) {
      end_cell();
      records.emplace_back();
    } else if (letter != '\r' || quoted)
      cell += letter;
  }
  if (!cell.empty() || !records.back().empty())
    end_cell();
  if (records.back().empty())
    records.pop_back();
  return records;
}

} // namespace

const std::string& TruthRow::text(const std::string& column) const {
  static const std::string empty;
  const auto found = cells_.find(column);
  return found == cells_.end() ? empty : found->second;
}

std::optional<double> TruthRow::number(const std::string& column) const {
  const auto& cell = text(column);
  if (cell.empty())
    return std::nullopt;
  return std::stod(cell);
}

long TruthRow::whole(const std::string& column, long fallback) const {
  const auto& cell = text(column);
  return cell.empty() ? fallback : std::stol(cell);
}

std::optional<std::vector<TruthRow>> read_table(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return std::nullopt;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const auto records = records_of(bytes.str());
  std::vector<TruthRow> rows;
  for (std::size_t i = 1; i < records.size(); ++i) {
    std::map<std::string, std::string> cells;
    for (std::size_t c = 0; c < records[i].size() && c < records[0].size(); ++c)
      cells[records[0][c]] = records[i][c];
    rows.emplace_back(std::move(cells));
  }
  return rows;
}

std::optional<std::string> facts_folder() {
  const char* folder = std::getenv("GPUPLAN_FACTS");
  if (folder == nullptr || *folder == '\0')
    return std::nullopt;
  return std::string(folder);
}

} // namespace gpuplan::test
