#pragma once

#include "core/money.hpp"
#include "source/node.hpp"
#include "workload/keys/keys.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gpuplan::workload {

/// One thing said outside the file: by a flag of its own, or by `--set key=value`.
struct Override {
  std::string key;              ///< path of a key, or an entry of a table (`labels.team`)
  std::string value;            ///< as written
  std::string origin;           ///< what messages name: `--tokens`, `--set data.tokens`
  core::Currency currency = {}; ///< of an amount that names none: `--budget 100`
};

using Overrides = std::vector<Override>;

/// A quantity that is to be found instead of given.
enum class Sought : std::uint8_t { nothing, largest, smallest };

/// A value that was stated and read, with where it came from.
struct Statement {
  std::variant<std::monostate,
               double,
               std::string,
               core::Money,
               bool,
               std::vector<std::string>,
               std::vector<std::pair<std::string, std::string>>>
      value;
  Sought sought = Sought::nothing;
  std::string text;                      ///< as written, for messages and models
  const source::Node* mapping = nullptr; ///< of a model
  core::Span at;
  bool by_flag = false;
};

/// What a workload file and its overrides state, each value checked for kind, unit and range.
/// Overrides win; saying one key twice outside the file is an error unless it is a list or table.
class Statements {
public:
  /// Reads all of both and reports every fault: unknown keys with the nearest valid one, wrong
  /// types and units, values out of range. A fault in a flag has a code that begins with USE, one
  /// in the file with WRK.
  static Statements
  read(const source::Document* file, const Overrides& overrides, core::DiagnosticSink& sink);

  /// Whether the key was stated with a value that cannot be read, which was reported.
  [[nodiscard]] bool faulty(std::string_view path) const { return faulty_.contains(path); }

  /// Null where the key is not stated or was faulty.
  [[nodiscard]] const Statement* find(std::string_view path) const;

  [[nodiscard]] bool has(std::string_view path) const { return find(path) != nullptr; }

  [[nodiscard]] std::optional<double> number(std::string_view path) const;
  [[nodiscard]] std::optional<std::string> text(std::string_view path) const;
  [[nodiscard]] std::optional<core::Money> money(std::string_view path) const;
  [[nodiscard]] std::optional<bool> boolean(std::string_view path) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view path) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> table(std::string_view path) const;

  [[nodiscard]] const std::map<std::string, Statement, std::less<>>& all() const { return all_; }

  /// The mapping of the file, for faults about what is missing; a span without place else.
  [[nodiscard]] core::Span root() const { return root_; }

private:
  std::map<std::string, Statement, std::less<>> all_;
  std::set<std::string, std::less<>> faulty_;
  core::Span root_;
};

} // namespace gpuplan::workload
