#include "workload/read/statements.hpp"

#include "workload/read/statement_readers.hpp"

namespace gpuplan::workload {

Statements Statements::read(const source::Document* file,
                            const Overrides& overrides,
                            core::DiagnosticSink& sink) {
  Statements statements;
  if (file != nullptr) {
    statements.root_ = file->span(file->root.at);
    read_file_statements(*file, statements.all_, sink);
  }
  read_override_statements(overrides, statements.all_, statements.faulty_, sink);
  return statements;
}

const Statement* Statements::find(std::string_view path) const {
  const auto found = all_.find(path);
  return found == all_.end() ? nullptr : &found->second;
}

std::optional<double> Statements::number(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<double>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<std::string> Statements::text(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<std::string>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<core::Money> Statements::money(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<core::Money>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::optional<bool> Statements::boolean(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<bool>(&statement->value) : nullptr;
  return value != nullptr ? std::optional{*value} : std::nullopt;
}

std::vector<std::string> Statements::list(std::string_view path) const {
  const auto* statement = find(path);
  const auto* value =
      statement != nullptr ? std::get_if<std::vector<std::string>>(&statement->value) : nullptr;
  return value != nullptr ? *value : std::vector<std::string>{};
}

std::vector<std::pair<std::string, std::string>> Statements::table(std::string_view path) const {
  using Rows = std::vector<std::pair<std::string, std::string>>;
  const auto* statement = find(path);
  const auto* value = statement != nullptr ? std::get_if<Rows>(&statement->value) : nullptr;
  return value != nullptr ? *value : Rows{};
}

} // namespace gpuplan::workload
