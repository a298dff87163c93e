#include <algorithm>
#include <array>

#include "engine/data/text_decoder.h"
#include "engine/math/nearest_word.h"

namespace noisy {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUnpack = "unpack it first and give the text";
constexpr std::string_view kExport = "export it as CSV text";
constexpr std::string_view kSave = "save the table itself as CSV text";

struct Mark {
  std::string_view bytes;
  FileKind kind;
  bool is_word = false;  ///< a column may have this name, so the next byte must not be text
};

constexpr std::array kMarks = {
    Mark{"\x1f\x8b"sv, {"a gzip archive", kUnpack}},
    Mark{"\xfd"
         "7zXZ\0"sv,
         {"an XZ archive", kUnpack}},
    Mark{"7z\xbc\xaf\x27\x1c"sv, {"a 7z archive", kUnpack}},
    Mark{"BZh"sv, {"a bzip2 archive", kUnpack}},
    Mark{"\x28\xb5\x2f\xfd"sv, {"a Zstandard archive", kUnpack}},
    Mark{"\x04\x22\x4d\x18"sv, {"an LZ4 archive", kUnpack}},
    Mark{"Rar!\x1a\x07"sv, {"a RAR archive", kUnpack}},
    Mark{"PK\x03\x04"sv, {"a ZIP archive or a spreadsheet (.xlsx, .ods)", kExport}},
    Mark{"PK\x05\x06"sv, {"an empty ZIP archive", kExport}},
    Mark{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, {"an old spreadsheet (.xls)", kExport}},
    Mark{"PAR1"sv, {"a Parquet table", kExport}, true},
    Mark{"ARROW1"sv, {"a Feather table (Arrow)", kExport}, true},
    Mark{"FEA1"sv, {"a Feather table", kExport}, true},
    Mark{"\x93NUMPY"sv, {"a NumPy array (.npy)", kExport}},
    Mark{"\x89HDF\r\n\x1a\n"sv, {"an HDF5 file", kExport}},
    Mark{"SQLite format 3\0"sv, {"an SQLite database", kExport}},
    Mark{"MATLAB 5.0 MAT-file"sv, {"a MATLAB file", kExport}},
    Mark{"RDX2\n"sv, {"an R data file", kExport}},
    Mark{"RDX3\n"sv, {"an R data file", kExport}},
    Mark{"$FL2@(#)"sv, {"an SPSS file", kExport}},
    Mark{"<stata_dta>"sv, {"a Stata file", kExport}},
    Mark{"\x80\x02"sv, {"a Python pickle", kExport}},
    Mark{"\x80\x03"sv, {"a Python pickle", kExport}},
    Mark{"\x80\x04"sv, {"a Python pickle", kExport}},
    Mark{"\x80\x05"sv, {"a Python pickle", kExport}},
    Mark{"%PDF-"sv, {"a PDF document", kSave}},
    Mark{"\x89PNG\r\n\x1a\n"sv, {"a picture (PNG)", kSave}},
    Mark{"\xff\xd8\xff"sv, {"a picture (JPEG)", kSave}},
};

constexpr FileKind kHtml = {
    "an HTML page, not a table",
    "download the data file itself; a page in its place often asks to sign in"};
constexpr FileKind kXml = {"an XML document", kSave};
constexpr FileKind kJson = {"JSON", kExport};

bool is_text(unsigned char byte) {
  return byte >= ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool has_mark(std::string_view head, const Mark& mark) {
  if (!head.starts_with(mark.bytes)) return false;
  const std::string_view rest = head.substr(mark.bytes.size());
  return !mark.is_word || rest.empty() || !is_text(static_cast<unsigned char>(rest[0]));
}

bool begins_with(std::string_view text, std::string_view mark) {
  return equals_ignoring_case(text.substr(0, mark.size()), mark);
}

std::string_view without_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// The kind of a text that is no table; null where it may be one.
const FileKind* form_of_text(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  text = without_space(text);
  if (text.empty()) return nullptr;
  for (const std::string_view mark : {"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv, "<!--"sv,
                                      "<meta"sv, "<script"sv, "<style"sv, "<table"sv, "<div"sv}) {
    if (begins_with(text, mark)) return &kHtml;
  }
  if (begins_with(text, "<?xml")) return &kXml;
  const std::string_view rest = without_space(text.substr(1));
  const bool is_object = text[0] == '{' && (rest.starts_with('"') || rest.starts_with('}'));
  const bool is_list = text[0] == '[' && (rest.starts_with('{') || rest.starts_with('['));
  return is_object || is_list ? &kJson : nullptr;
}

}  // namespace

const FileKind* kind_of_file(std::string_view head) {
  head = head.substr(0, kKindBytes);
  const auto found =
      std::ranges::find_if(kMarks, [&](const Mark& mark) { return has_mark(head, mark); });
  return found != kMarks.end() ? &found->kind : form_of_text(head);
}

}  // namespace noisy
