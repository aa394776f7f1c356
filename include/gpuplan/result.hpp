#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpuplan {

enum class Severity : std::uint8_t { note, warning, error };

/// One fault or remark about an input, and where it is.
struct Diagnostic {
  std::string code; ///< stable, `SRC031`; the letters name the part of the library
  Severity severity = Severity::error;
  std::string file;         ///< as the caller named it, or `key=value` of a job; may be empty
  std::uint32_t line = 0;   ///< from 1; 0: the whole file
  std::uint32_t column = 0; ///< from 1, in characters; 0: the whole line
  std::string message;      ///< one phrase: what was met, what was expected
  std::string hint;         ///< what to write instead; may be empty
  std::string text;         ///< all of it as the program prints it: source line, caret, notes
};

/// A value, or the diagnostics that say why there is none. Remarks may come with a value too.
template <class T>
class [[nodiscard]] Result {
public:
  Result(T value, std::vector<Diagnostic> remarks)
      : value_(std::move(value)),
        diagnostics_(std::move(remarks)) {}

  explicit Result(std::vector<Diagnostic> faults) : diagnostics_(std::move(faults)) {}

  [[nodiscard]] bool has_value() const noexcept { return value_.has_value(); }

  [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

  /// Ask first: std::bad_optional_access where there is no value.
  [[nodiscard]] const T& value() const& { return value_.value(); }

  [[nodiscard]] T&& value() && { return std::move(value_).value(); }

  [[nodiscard]] const T& operator*() const& { return value(); }

  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }

  [[nodiscard]] const T* operator->() const { return &value(); }

  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }

private:
  std::optional<T> value_;
  std::vector<Diagnostic> diagnostics_;
};

} // namespace gpuplan
