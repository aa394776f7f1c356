#pragma once

#include "core/known.hpp"
#include "core/money.hpp"
#include "output/table.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpuplan::output {

/// A value for machines, and what people are shown of it. No value means unknown: null in JSON, an
/// empty field of CSV, `?` in a table.
struct Datum {
  std::variant<std::monostate, bool, std::int64_t, double, core::Money, std::string> value;
  std::string shown; ///< empty: made from the value
  Style style = Style::plain;
};

Datum text_datum(std::string_view text, std::string shown = {});
Datum number_datum(double number, std::string shown = {});
Datum whole_datum(std::int64_t number);
Datum unknown_datum(std::string shown = "?");

/// A value or, where it is not known, none.
Datum known_datum(const core::Known<double>& number);
Datum known_datum(const core::Known<std::int64_t>& number);
Datum known_datum(const core::Known<core::Money>& amount);
Datum known_datum(const core::Known<std::string_view>& text);

/// One column of records: its key for machines, with the unit, and its title for people.
struct Field {
  std::string_view key;
  std::string_view title; ///< empty: for machines alone
  Align align = Align::left;
  int drop_order = 0;
  Breaks breaks = Breaks::never;
};

/// Rows that are made once and printed for people (a table) or for machines (JSON, CSV), where
/// numbers are numbers and money is decimal text.
class Records {
public:
  explicit Records(std::vector<Field> fields) : fields_(std::move(fields)) {}

  /// As many values as there are fields.
  void add(std::vector<Datum> row);

  [[nodiscard]] bool empty() const { return rows_.empty(); }

  [[nodiscard]] Table table() const;

  [[nodiscard]] std::string csv() const;

  /// A list of objects.
  [[nodiscard]] nlohmann::ordered_json json() const;

private:
  std::vector<Field> fields_;
  std::vector<std::vector<Datum>> rows_;
};

} // namespace gpuplan::output
