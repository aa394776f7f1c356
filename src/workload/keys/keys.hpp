#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace gpuplan::workload {

/// What a key's value is, and so how its text is read.
enum class ValueKind : std::uint8_t {
  text,
  word,     ///< one of `words`
  count,    ///< number with optional k, M, B, T
  whole,    ///< whole number
  number,   ///< plain number
  memory,   ///< bytes: `40GiB`
  duration, ///< hours: `48h`
  latency,  ///< milliseconds: `300ms`
  rate,     ///< a second: `20/s`
  money,    ///< `2000 USD`
  boolean,
  list,       ///< texts; with a comma between them in a flag
  image_size, ///< `1280`, `1280x720`, `512x512x256`
  model,      ///< a word or a mapping
  table,      ///< names with texts, or with numbers: `labels.team`, `assume.network_gbps`
};

/// Which jobs a key is about; stating it for another is an error.
enum class Scope : std::uint8_t { any, train, serve };

/// What a key takes beside a value of its kind.
enum class Beside : std::uint8_t {
  nothing,
  automatic, ///< `auto`: free to choose
  solved,    ///< `max` or `min`: to be solved for
};

/// One thing a workload file, a flag or `--set` can state.
struct Key {
  std::string_view path; ///< `data.tokens`
  ValueKind kind = ValueKind::text;
  std::string_view doc; ///< one line, without a full stop
  std::string_view flag;
  std::string_view aliases; ///< hidden flags of other tools, separated by spaces
  Scope scope = Scope::any;
  Beside beside = Beside::nothing;
  /// Of a bare number in a flag; empty: a unit is needed there too. A bare amount of money is in
  /// the currency of the answer.
  std::string_view flag_unit;
  double least = 0;
  double most = 1e18;
  std::span<const std::string_view> words;
};

/// Every key, in the order of a workload file. The one table that the reader, `--set`, the schema
/// and the documentation are made from.
std::span<const Key> keys();

/// By path; a table's entry (`labels.team`) finds the table. Null for an unknown one.
const Key* find_key(std::string_view path);

std::string_view to_string(ValueKind kind);

} // namespace gpuplan::workload
