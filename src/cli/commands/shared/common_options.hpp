#pragma once

#include "catalog/catalog.hpp"
#include "cli/commands/shared/arguments.hpp"
#include "core/date.hpp"
#include "core/diagnostic.hpp"
#include "output/reports/report.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuplan::cli::commands {

/// Formats a listing can be printed in; a verb says which of them it has.
enum class Format : std::uint8_t { table, wide, json, ndjson, csv, markdown };

/// Options every verb that reads the catalog shares, spelt the same everywhere.
class CommonOptions {
public:
  void add(CLI::App& app, std::vector<Format> formats);

  /// Parses a verb's arguments and checks the values that parsing alone does not. Answers how the
  /// command ends if it ends here, as `parse` does.
  std::optional<ExitCode>
  read(CLI::App& app, const Environment& environment, std::span<const std::string> arguments);

  /// The catalog with the overlays asked for, or nothing with diagnostics.
  [[nodiscard]] std::optional<catalog::Catalog> load_catalog(core::DiagnosticSink& sink) const;

  [[nodiscard]] core::Date as_of() const { return as_of_; }

  [[nodiscard]] Format format() const { return format_; }

  [[nodiscard]] const std::vector<std::string>& overlays() const { return overlays_; }

  [[nodiscard]] output::ReportStyle style(const Environment& environment) const;

  /// Prints a result, or writes it to `--out-file`.
  void print(const Environment& environment, std::string_view text) const;

  using Writer = std::function<void(std::string_view)>;

  /// The same of a result that is made part by part; what is printed is printed as it is made.
  void print_parts(const Environment& environment,
                   const std::function<void(const Writer&)>& make) const;

  /// What these options add to the command line of a follow-up command.
  [[nodiscard]] std::string echo() const;

private:
  std::optional<ExitCode> check(const Environment& environment);
  std::optional<ExitCode> read_format(const Environment& environment);

  std::vector<Format> formats_;
  std::vector<std::string> overlays_;
  std::string as_of_text_;
  std::string format_text_;
  std::string other_format_text_; ///< of `--format`, another name of `--output`
  std::string out_file_;
  std::string colour_text_;
  bool json_ = false;
  bool no_colour_ = false;
  core::Date as_of_;
  Format format_ = Format::table;
};

/// Prints what is said of a whole answer to standard error, for formats that have rows alone.
void tell_notes(const Environment& environment, const std::vector<std::string>& notes);

/// Prints diagnostics to standard error and answers the exit code they mean: 2 where every fault is
/// in the value of a flag, else 3.
ExitCode report(const Environment& environment, const core::DiagnosticSink& sink);

} // namespace gpuplan::cli::commands
