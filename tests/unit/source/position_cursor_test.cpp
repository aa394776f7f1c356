#include "source/position_cursor.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

#include <random>

using namespace gpuplan;

TEST_CASE("a cursor finds the place of any offset, forward and back", "[source][text]") {
  const auto text = test::source_text(
      "\xEF\xBB\xBFkey: \xC3\xA9\xE2\x82\xAC x\r\n\n  - two: 2\n\xF0\x9F\x98\x80 last");
  source::PositionCursor cursor(*text);
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    // Offsets of characters, not of bytes inside of one.
    std::size_t offset = 3 + random() % (text->bytes().size() - 2);
    while (offset < text->bytes().size() &&
           (static_cast<unsigned char>(text->bytes()[offset]) & 0xC0U) == 0x80U)
      ++offset;
    const auto expected = text->position_of(offset);
    const auto met = cursor.at(offset);
    CAPTURE(offset);
    REQUIRE(met.line == expected.line);
    REQUIRE(met.column == expected.column);
  }
}

TEST_CASE("a run of characters ends with its line", "[source][text]") {
  const auto text = test::source_text("ab \xC3\xA9\xC3\xA9\r\ncd");
  source::PositionCursor cursor(*text);
  CHECK(cursor.at(3, 4).length == 2);
  CHECK(cursor.at(3, 100).length == 2);
  CHECK(cursor.at(9, 1).line == 2);
  CHECK(cursor.at(11, 5).length == 1);
  CHECK(cursor.at(0, 2).column == 1);
}

TEST_CASE("positions count characters from 1, after a byte-order mark", "[source][text]") {
  const auto text = test::source_text("\xEF\xBB\xBF\xC3\xA9z\nq");
  CHECK(text->position_of(3).column == 1);
  CHECK(text->position_of(5).column == 2);
  CHECK(text->position_of(0).column == 1);
  CHECK(text->position_of(7).line == 2);
  CHECK(text->position_of(999).line == 2);
  CHECK(text->position_of(999).column == 2);
  CHECK(text->line(1) == "\xC3\xA9z");
  CHECK(text->line(3).empty());
  CHECK(text->line(0).empty());
}
