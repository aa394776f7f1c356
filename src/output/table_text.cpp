#include "output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace gpuplan::output {
namespace {

constexpr std::size_t k_gap = 2;

/// The least width to which a text that may be broken is narrowed while columns can be dropped.
constexpr std::size_t k_readable = 32;

/// Beside the name, in a table printed row by row.
constexpr std::size_t k_row_indent = 4;

using Row = std::vector<Cell>;

std::string padded(const Cell& cell, std::size_t width, Align align, Colour colour) {
  const std::string spaces(width - std::min(width, display_width(cell.text)), ' ');
  const std::string text = styled(cell.text, cell.style, colour);
  return align == Align::right ? spaces + text : text + spaces;
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// The widest word of a text, spaces before it included: what cannot be broken.
std::size_t widest_word(std::string_view text) {
  std::size_t widest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto word = std::min(text.find_first_not_of(' ', at), text.size());
    const auto end = std::min(text.find(' ', word), text.size());
    const auto from = at == 0 ? at : word;
    widest = std::max(widest, display_width(text.substr(from, end - from)));
    at = end + 1;
  }
  return widest;
}

/// How a table is printed in a width: which columns, and how wide.
class Layout {
public:
  explicit Layout(const Table& table) : table_(table) {
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
      natural_.push_back(widest(c, display_width));
      least_.push_back(table.columns()[c].breaks == Breaks::at_spaces ? widest(c, widest_word)
                                                                      : natural_.back());
    }
    widths_ = natural_;
    shown_.resize(natural_.size());
    std::iota(shown_.begin(), shown_.end(), std::size_t{0});
  }

  /// Whether the table fits, after texts were broken and columns dropped.
  bool fit(std::size_t width) {
    if (width == 0)
      return true;
    narrow(width, k_readable);
    while (total() > width) {
      if (!drop_next())
        break;
      widths_ = natural_;
      narrow(width, k_readable);
    }
    narrow(width, 0);
    return total() <= width;
  }

  [[nodiscard]] const std::vector<std::size_t>& shown() const { return shown_; }

  [[nodiscard]] std::size_t width_of(std::size_t column) const { return widths_[column]; }

  /// The column that names a row where there is no room for a table: of the first two the wider,
  /// since a number or a mark may stand before the name.
  [[nodiscard]] std::size_t name() const {
    const auto first = shown_.front();
    return shown_.size() > 1 && least_[shown_[1]] > least_[first] ? shown_[1] : first;
  }

private:
  [[nodiscard]] std::size_t widest(std::size_t column,
                                   std::size_t (*measure)(std::string_view)) const {
    std::size_t widest = measure(table_.columns()[column].title);
    for (const auto& row : table_.rows())
      widest = std::max(widest, measure(row[column].text));
    return widest;
  }

  [[nodiscard]] std::size_t total() const {
    std::size_t sum = shown_.empty() ? 0 : (shown_.size() - 1) * k_gap;
    for (const auto c : shown_)
      sum += widths_[c];
    return sum;
  }

  /// Takes what is too much from the columns that may be broken, the last first.
  void narrow(std::size_t width, std::size_t least) {
    for (auto c = shown_.rbegin(); c != shown_.rend() && total() > width; ++c) {
      const auto floor = std::max(least_[*c], std::min(least, widths_[*c]));
      const auto excess = total() - width;
      widths_[*c] = std::max(floor, widths_[*c] - std::min(widths_[*c], excess));
    }
  }

  bool drop_next() {
    const auto rank = [&](std::size_t c) {
      const int order = table_.columns()[c].drop_order;
      return order == 0 ? 1'000'000 : order;
    };
    const auto next = std::min_element(
        shown_.begin(), shown_.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
    if (next == shown_.end() || table_.columns()[*next].drop_order == 0)
      return false;
    shown_.erase(next);
    return true;
  }

  const Table& table_;
  std::vector<std::size_t> natural_;
  std::vector<std::size_t> least_;
  std::vector<std::size_t> widths_;
  std::vector<std::size_t> shown_;
};

/// A text in lines of a width, each as far in as the first.
std::vector<std::string> broken_lines(const std::string& text, std::size_t width) {
  return lines_of(wrap(text, width, std::min(text.find_first_not_of(' '), text.size())));
}

/// One row of the table, in as many lines as its broken texts need.
std::string row_text(const Table& table, const Layout& layout, const Row& row, Colour colour) {
  std::vector<std::vector<std::string>> broken;
  std::size_t height = 1;
  for (const auto c : layout.shown()) {
    const auto width = layout.width_of(c);
    const bool fits = display_width(row[c].text) <= width;
    broken.push_back(fits ? std::vector{row[c].text} : broken_lines(row[c].text, width));
    height = std::max(height, broken.back().size());
  }
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    for (std::size_t i = 0; i < layout.shown().size(); ++i) {
      const auto c = layout.shown()[i];
      if (i > 0)
        text.append(k_gap, ' ');
      const Cell cell{line < broken[i].size() ? broken[i][line] : std::string{}, row[c].style};
      text += padded(cell, layout.width_of(c), table.columns()[c].align, colour);
    }
    end_line(text);
  }
  return text;
}

/// Pieces of text beside each other, a new line where the next has no room. A piece too wide for
/// a line of its own is broken at its spaces.
class Flow {
public:
  Flow(std::size_t width, Colour colour) : width_(width), colour_(colour) {}

  void add(const Cell& piece, std::size_t indent) {
    const auto length = display_width(piece.text);
    if (column_ > 0 && column_ + k_gap + length > width_)
      new_line();
    if (column_ > 0) {
      text_.append(k_gap, ' ');
      column_ += k_gap;
    } else {
      column_ = std::min(indent, width_ - std::min(width_, widest_word(piece.text)));
      text_.append(column_, ' ');
    }
    const auto room = width_ > column_ ? width_ - column_ : 1;
    const auto lines = lines_of(wrap(piece.text, length > room ? room : 0, 0));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i > 0)
        text_ += '\n' + std::string(indent, ' ');
      text_ += styled(lines[i], piece.style, colour_);
    }
    column_ = (lines.size() > 1 ? indent : column_) + display_width(lines.back());
  }

  void new_line() {
    if (column_ > 0)
      text_ += '\n';
    column_ = 0;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::size_t width_;
  Colour colour_;
  std::size_t column_ = 0;
  std::string text_;
};

/// For a width in which no table has room: the name of a row, below it what the other columns say,
/// each after its title.
std::string row_by_row(const Table& table, const Layout& layout, std::size_t width, Colour colour) {
  const auto name = layout.name();
  Flow flow(width, colour);
  const auto names = [&](const auto& cell_of) {
    for (const auto c : layout.shown()) {
      if (c <= name && !cell_of(c).text.empty())
        flow.add(cell_of(c), c == layout.shown().front() ? 0 : k_row_indent);
    }
    flow.new_line();
  };
  names([&](std::size_t c) { return Cell{table.columns()[c].title, Style::column_head}; });
  for (const auto& row : table.rows()) {
    names([&](std::size_t c) { return row[c]; });
    for (const auto c : layout.shown()) {
      const auto& text = row[c].text;
      if (c <= name || text.empty() || text == "-")
        continue;
      const auto& title = table.columns()[c].title;
      flow.add({title.empty() ? text : fmt::format("{} {}", title, text), row[c].style},
               k_row_indent);
    }
    flow.new_line();
  }
  return flow.text();
}

} // namespace

std::string Table::text(std::size_t width, Colour colour) const {
  Layout layout(*this);
  if (!layout.fit(width))
    return row_by_row(*this, layout, width, colour);
  Row titles;
  for (const auto& column : columns_)
    titles.push_back({column.title, Style::column_head});
  std::string text = row_text(*this, layout, titles, colour);
  for (const auto& row : rows_)
    text += row_text(*this, layout, row, colour);
  return text;
}

} // namespace gpuplan::output
