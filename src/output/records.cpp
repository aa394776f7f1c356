#include "output/records.hpp"

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "output/human.hpp"
#include "output/json/envelope.hpp"

#include <nlohmann/json.hpp>

namespace gpuplan::output {
namespace {

using Json = nlohmann::ordered_json;

struct Shown {
  std::string operator()(std::monostate) const { return "?"; }

  std::string operator()(bool value) const { return value ? "yes" : "no"; }

  std::string operator()(std::int64_t value) const { return core::with_thousands(value); }

  std::string operator()(double value) const { return human_number(value); }

  std::string operator()(const core::Money& value) const {
    return core::group_thousands(core::to_decimal(value));
  }

  std::string operator()(const std::string& value) const { return value; }
};

struct AsJson {
  Json operator()(std::monostate) const { return nullptr; }

  Json operator()(bool value) const { return value; }

  Json operator()(std::int64_t value) const { return value; }

  Json operator()(double value) const { return number_json(value); }

  Json operator()(const core::Money& value) const { return money_json(value); }

  Json operator()(const std::string& value) const { return value; }
};

std::string csv_text(const Datum& datum) {
  const Json value = std::visit(AsJson{}, datum.value);
  if (value.is_null())
    return {};
  return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace

Datum text_datum(std::string_view text, std::string shown) {
  return {.value = std::string(text), .shown = std::move(shown)};
}

Datum number_datum(double number, std::string shown) {
  return {.value = number, .shown = std::move(shown)};
}

Datum whole_datum(std::int64_t number) {
  return {.value = number, .shown = {}};
}

Datum unknown_datum(std::string shown) {
  return {.value = std::monostate{}, .shown = std::move(shown)};
}

Datum known_datum(const core::Known<double>& number) {
  return number ? number_datum(*number) : unknown_datum();
}

Datum known_datum(const core::Known<std::int64_t>& number) {
  return number ? whole_datum(*number) : unknown_datum();
}

Datum known_datum(const core::Known<core::Money>& amount) {
  return amount ? Datum{.value = *amount, .shown = {}} : unknown_datum();
}

Datum known_datum(const core::Known<std::string_view>& text) {
  return text ? text_datum(*text) : unknown_datum();
}

void Records::add(std::vector<Datum> row) {
  GPUPLAN_ENSURE(row.size() == fields_.size());
  rows_.push_back(std::move(row));
}

Table Records::table() const {
  std::vector<Column> columns;
  for (const auto& field : fields_) {
    if (!field.title.empty())
      columns.push_back({std::string(field.title), field.align, field.drop_order, field.breaks});
  }
  Table table(std::move(columns));
  for (const auto& row : rows_) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (fields_[i].title.empty())
        continue;
      const auto& datum = row[i];
      cells.push_back(
          {datum.shown.empty() ? std::visit(Shown{}, datum.value) : datum.shown, datum.style});
    }
    table.add(std::move(cells));
  }
  return table;
}

std::string Records::csv() const {
  std::string text;
  for (std::size_t i = 0; i < fields_.size(); ++i)
    text += (i > 0 ? "," : "") + csv_field(fields_[i].key);
  text += '\n';
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += (i > 0 ? "," : "") + csv_field(csv_text(row[i]));
    text += '\n';
  }
  return text;
}

Json Records::json() const {
  Json list = Json::array();
  for (const auto& row : rows_) {
    Json entry = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      entry[std::string(fields_[i].key)] = std::visit(AsJson{}, row[i].value);
    list.push_back(std::move(entry));
  }
  return list;
}

} // namespace gpuplan::output
