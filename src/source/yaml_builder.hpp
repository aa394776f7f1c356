#pragma once

#include "source/position_cursor.hpp"
#include "source/readers.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace gpuplan::source {

/// Thrown out of yaml-cpp's parser once a fault is reported after which going on has no sense.
struct StopReading {};

/// Builds one document from yaml-cpp's events and makes good what that library lets pass: duplicate
/// keys, keys that are no scalar, merge keys, tags, nesting, aliases that multiply the size.
class YamlBuilder final : public YAML::EventHandler {
public:
  YamlBuilder(const SourceText& text, Limits limits, core::DiagnosticSink& sink);

  /// The finished document; nothing where there was none.
  [[nodiscard]] std::optional<Node>& root() { return root_; }

  /// The position of a mark of yaml-cpp (0-based, columns in bytes).
  Position position(const YAML::Mark& mark);

  /// Where the container begins that was open when reading stopped.
  [[nodiscard]] std::optional<Position> innermost() const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override;
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark,
                const std::string& tag,
                YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override;
  void OnMapStart(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

private:
  /// A container whose end was not met yet.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    std::optional<Node> key; ///< of a mapping: the key that waits for its value
    bool key_is_bad = false;
    bool bad_key_inside = false;
    std::size_t height = 1; ///< levels of containers in it, itself among them
    std::size_t weight = 1; ///< nodes in it, long texts counted more than once
  };

  /// A finished anchored node, for its aliases.
  struct Anchored {
    Node node;
    std::size_t height = 0;
    std::size_t weight = 1;
  };

  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void add(Node node, YAML::anchor_t anchor, std::size_t height, std::size_t weight);
  void add_key(Node key);
  void check_tag(const std::string& tag, std::string_view standard, Position at);
  void check_nesting(std::size_t depth, Position at);
  void count_values(std::size_t count, Position at);
  std::size_t offset_of(const YAML::Mark& mark) const;
  std::size_t written_length(std::size_t offset, const std::string& value);
  [[noreturn]] void
  stop(Position at, std::string_view code, std::string headline, std::string help);

  const SourceText& text_;
  Limits limits_;
  core::DiagnosticSink& sink_;
  PositionCursor cursor_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, Anchored> anchors_;
  std::size_t alias_weight_ = 0;
  std::size_t values_ = 0;
  bool key_fault_reported_ = false; ///< while a finished container is added that had a bad key
  std::optional<Node> root_;
};

} // namespace gpuplan::source
