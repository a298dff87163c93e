// Reads a JSON array of texts from standard input and prints how the engine cuts each one: an array
// of records, each an array of its cells, or null where the text is refused. Beside other readers'
// (tests/golden/records.test.ts).
#include <iostream>
#include <iterator>
#include <string>

#include "engine/data/csv_cells.h"
#include "engine/json/json.h"

namespace noisy {
namespace {

Json cells_of(std::string_view text, char delimiter) {
  const CellCutter cutter(delimiter);
  std::vector<Json> all;
  RecordCutter records({}, [&](const RawRecord& record) -> Result<void> {
    const auto cells = cutter.split(record);
    if (!cells) return std::unexpected(cells.error());
    std::vector<std::string> texts;
    for (const std::string_view cell : *cells) texts.push_back(cell_text(cell));
    all.push_back(Json::texts(texts));
    return {};
  });
  // In pieces, so that none of them is a record.
  constexpr std::size_t kPiece = 7;
  Result<void> fed;
  for (std::size_t at = 0; fed && at < text.size(); at += kPiece) {
    const std::string_view piece = text.substr(at, kPiece);
    fed = records.feed(std::as_bytes(std::span(piece.data(), piece.size())));
  }
  if (fed) fed = records.finish();
  return fed ? Json::array(std::move(all)) : Json();
}

}  // namespace
}  // namespace noisy

int main(int count, char** words) {
  using namespace noisy;
  const std::string input(std::istreambuf_iterator<char>(std::cin), {});
  const auto texts = parse_json(input, {.bytes = std::size_t{1} << 28});
  if (!texts || count != 2) return 2;
  std::vector<Json> out;
  for (const Json& text : texts->elements()) out.push_back(cells_of(text.text(), words[1][0]));
  std::cout << write_json(Json::array(std::move(out)));
  return 0;
}
