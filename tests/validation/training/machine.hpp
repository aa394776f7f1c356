#pragma once

#include "perf/estimate.hpp"
#include "support/csv.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace gpuplan::validation {

/// The hardware of a measured run. Owns the text its records view.
struct Machine {
  catalog::Accelerator chip;
  catalog::Shape shape;
  double devices = 1;    ///< of the whole job
  double memory_gib = 0; ///< nominal, one device
  std::int32_t nodes = 1;
};

/// Chips by id: the table of facts, and data-sheet figures of some cards it does not hold.
using Chips = std::map<std::string, test::CsvRow>;
Chips read_chips(const std::string& facts);

/// Nothing for a chip of unknown figures. Text of `chips` must outlive the result.
std::optional<Machine> machine_of(const test::CsvRow& run, const Chips& chips);

/// A number, 0 where the cell is empty.
double number(const test::CsvRow& row, const std::string& column);
const std::string& text(const test::CsvRow& row, const std::string& column);
bool contains(std::string_view text, std::string_view part);

} // namespace gpuplan::validation
