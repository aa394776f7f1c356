#pragma once

#include "output/styled_text.hpp"

#include <cstddef>
#include <string>

namespace gpuplan::output {

/// How a report for people is laid out.
struct ReportStyle {
  std::size_t width = 0; ///< columns; 0: unlimited
  Colour colour = Colour::off;
  std::string command; ///< the request as flags, for the commands under `Next`
};

/// `Label    text`, wrapped under its first column; the label in the style of headings.
/// `hang` sets lines after the first that much further in.
std::string labelled(std::string_view label,
                     std::string_view text,
                     const ReportStyle& style,
                     std::size_t hang = 0);

/// A line of a report, broken at spaces where it is too wide; lines after the first begin with
/// `indent` spaces.
std::string paragraph(std::string_view text, const ReportStyle& style, std::size_t indent);

/// `Next    gpuplan …`: a command to paste.
std::string
labelled_command(std::string_view label, std::string_view command, const ReportStyle& style);

/// `Memory   per device: …`: what a block is about, and its result.
std::string heading(std::string_view label, std::string_view text, const ReportStyle& style);

} // namespace gpuplan::output
