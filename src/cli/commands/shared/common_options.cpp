#include "cli/commands/shared/common_options.hpp"

#include "catalog/load.hpp"
#include "cli/atomic_file.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::cli::commands {
namespace {

struct FormatWord {
  Format format;
  std::string_view word;
};

constexpr std::array k_format_words{
    FormatWord{Format::table, "table"},
    FormatWord{Format::wide, "wide"},
    FormatWord{Format::json, "json"},
    FormatWord{Format::ndjson, "ndjson"},
    FormatWord{Format::csv, "csv"},
    FormatWord{Format::markdown, "markdown"},
    FormatWord{Format::markdown, "md"},
};

std::string words_of(const std::vector<Format>& formats) {
  std::string words;
  for (const auto& entry : k_format_words) {
    if (std::find(formats.begin(), formats.end(), entry.format) == formats.end())
      continue;
    if (entry.word == "md")
      continue;
    if (!words.empty())
      words += ", ";
    words += entry.word;
  }
  return words;
}

std::optional<Format> format_of(std::string_view word, const std::vector<Format>& formats) {
  for (const auto& entry : k_format_words) {
    const bool has = std::find(formats.begin(), formats.end(), entry.format) != formats.end();
    if (has && entry.word == word)
      return entry.format;
  }
  return std::nullopt;
}

std::optional<ColourWish> colour_wish(std::string_view word) {
  if (word.empty() || word == "auto")
    return ColourWish::automatic;
  if (word == "always")
    return ColourWish::always;
  if (word == "never")
    return ColourWish::never;
  return std::nullopt;
}

} // namespace

void CommonOptions::add(CLI::App& app, std::vector<Format> formats) {
  formats_ = std::move(formats);
  app.add_option("-o,--output", format_text_, "format: " + words_of(formats_))
      ->type_name("FORMAT")
      ->group("Show");
  app.add_option("--format", other_format_text_)->group(k_hidden);
  app.add_flag("--json", json_, "the same as -o json")->group(k_more);
  app.add_option("--out-file", out_file_, "write the result to a file instead of printing it")
      ->type_name("FILE")
      ->group(k_more);
  app.add_option("--as-of", as_of_text_, "day the prices' age is counted from (default: today)")
      ->type_name("YYYY-MM-DD")
      ->group(k_more);
  app.add_option(
         "--catalog", overlays_, "catalog folder or file laid over the built-in one (repeatable)")
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group(k_more);
  app.add_option("--color", colour_text_, "auto, always or never")
      ->type_name("WHEN")
      ->group(k_more);
  app.add_flag("--no-color", no_colour_, "no colour")->group(k_more);
}

std::optional<ExitCode> CommonOptions::read(CLI::App& app,
                                            const Environment& environment,
                                            std::span<const std::string> arguments) {
  if (const auto ended = parse(app, environment, arguments))
    return ended;
  return check(environment);
}

std::optional<ExitCode> CommonOptions::check(const Environment& environment) {
  as_of_ = environment.today;
  if (!as_of_text_.empty()) {
    const auto date = core::parse_date(as_of_text_);
    if (!date) {
      return usage_error(environment,
                         fmt::format("met --as-of {}, expected a day", as_of_text_),
                         "write 2026-11-30");
    }
    as_of_ = *date;
  }
  if (!colour_wish(colour_text_)) {
    return usage_error(
        environment, fmt::format("met --color {}", colour_text_), "auto, always or never");
  }
  if (no_colour_ && *colour_wish(colour_text_) == ColourWish::always)
    return contradiction(environment, "--color always", "--no-color");
  return read_format(environment);
}

/// The format by any of its flags; two that do not name the same contradict each other.
std::optional<ExitCode> CommonOptions::read_format(const Environment& environment) {
  struct Said {
    std::string flags;
    std::string word;
  };

  std::vector<Said> said;
  if (!format_text_.empty())
    said.push_back({"-o " + format_text_, format_text_});
  if (!other_format_text_.empty())
    said.push_back({"--format " + other_format_text_, other_format_text_});
  if (json_)
    said.push_back({"--json", "json"});
  for (std::size_t i = 0; i < said.size(); ++i) {
    const auto format = format_of(core::lower(said[i].word), formats_);
    if (!format) {
      const bool path = said[i].word.find_first_of("/.") != std::string::npos;
      return usage_error(
          environment,
          fmt::format("met {}, no format", said[i].flags),
          path ? fmt::format("it names a format; write to a file with --out-file {}", said[i].word)
               : "one of " + words_of(formats_));
    }
    if (i > 0 && *format != format_)
      return contradiction(environment, said[0].flags, said[i].flags);
    format_ = *format;
  }
  return std::nullopt;
}

std::optional<catalog::Catalog> CommonOptions::load_catalog(core::DiagnosticSink& sink) const {
  if (overlays_.empty())
    return catalog::Catalog::built_in();
  source::DiskReader files;
  return catalog::load(overlays_, files, sink);
}

output::ReportStyle CommonOptions::style(const Environment& environment) const {
  const auto wish = no_colour_ ? ColourWish::never : *colour_wish(colour_text_);
  const bool to_file = !out_file_.empty();
  return {.width = to_file ? 0 : width_of(environment),
          .colour = to_file ? output::Colour::off : colour_of(environment, wish)};
}

void CommonOptions::print(const Environment& environment, std::string_view text) const {
  if (out_file_.empty()) {
    write(environment.output, text);
  } else {
    replace_file(out_file_, text);
  }
}

void CommonOptions::print_parts(const Environment& environment,
                                const std::function<void(const Writer&)>& make) const {
  if (out_file_.empty())
    return make([&](std::string_view part) { write(environment.output, part); });
  std::string text;
  make([&](std::string_view part) { text += part; });
  replace_file(out_file_, text);
}

std::string CommonOptions::echo() const {
  std::string text;
  for (const auto& overlay : overlays_)
    text += " --catalog " + overlay;
  if (!as_of_text_.empty())
    text += " --as-of " + as_of_text_;
  return text;
}

void tell_notes(const Environment& environment, const std::vector<std::string>& notes) {
  core::DiagnosticSink sink;
  for (const auto& note : notes)
    sink.report({.code = "USE044", .severity = core::Severity::note, .headline = note});
  report(environment, sink);
}

ExitCode report(const Environment& environment, const core::DiagnosticSink& sink) {
  std::string text;
  for (const auto& diagnostic : sink.diagnostics())
    text += core::render(diagnostic);
  if (sink.dropped() > 0)
    text += fmt::format("… and {} more\n", sink.dropped());
  write(environment.error, text);
  if (!sink.failed())
    return ExitCode::done;
  const auto& all = sink.diagnostics();
  const bool usage = std::all_of(all.begin(), all.end(), [](const core::Diagnostic& diagnostic) {
    return diagnostic.severity != core::Severity::error || diagnostic.code.starts_with("USE");
  });
  return usage ? ExitCode::usage : ExitCode::bad_input;
}

} // namespace gpuplan::cli::commands
