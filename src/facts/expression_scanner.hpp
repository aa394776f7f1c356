#pragma once

#include "facts/expression_scan.hpp"
#include "facts/expression_words.hpp"
#include "facts/program_builder.hpp"

namespace gpuplan::facts {

/// Goes over the text once with two states: a value is expected, or an operator. The first fault
/// ends it.
class ExpressionScanner {
public:
  ExpressionScanner(std::string_view text, std::span<const std::string_view> allowed_names)
      : text_(text),
        allowed_names_(allowed_names) {}

  std::variant<Scanned, ExpressionError> run();

private:
  /// An open parenthesis: a group, or the arguments of a function.
  struct Frame {
    const Function* function = nullptr;
    std::size_t offset = 0;
    std::size_t arguments = 1;
    bool compared = false; ///< a comparison stands in the present argument since the last && or ||
  };

  void fail(std::size_t offset,
            std::size_t length,
            std::string headline,
            std::string help = {},
            std::string_view code = "FCT001");
  void fail_here(std::string_view expected);
  void fail_arguments(const Frame& frame, std::size_t offset);

  void skip_blanks();

  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  /// The word, number or sign at hand, for messages.
  [[nodiscard]] std::string_view token_here() const;

  void read_operator();
  void next_argument();
  void open_frame(const Function* function, std::size_t offset);
  void close_frame();
  void finish();

  void read_value();
  void read_number();
  void read_sign();
  void read_name();
  void read_fact(std::string_view name, std::size_t begin);
  void read_call(std::string_view name, std::size_t begin);
  void read_fact_test(std::string_view name, std::size_t begin);

  /// One quoted text in parentheses.
  void read_test(TextTest test, std::string_view name, Stage stage, std::size_t begin);

  /// Whether a name is among those the caller allows.
  bool allow(std::string_view name, std::size_t begin);
  void note(std::string_view name, const std::optional<FactRef>& ref, Stage stage);

  /// Marks the end of a value: an operator comes next.
  void end_value();

  std::string_view text_;
  std::span<const std::string_view> allowed_names_;
  std::size_t at_ = 0;
  bool value_expected_ = true;
  bool after_sign_ = false;
  bool compared_ = false; ///< as in a frame, outside of all parentheses
  std::vector<Frame> frames_;
  ProgramBuilder program_;
  Scanned scanned_;
  std::optional<ExpressionError> error_;
};

} // namespace gpuplan::facts
