#pragma once

#include <string>
#include <string_view>

namespace noisy {

/// Reads the pieces of a JSON text, one after another. Each call begins at position() and, when it
/// fails, leaves the position at the first byte that is wrong and says why in reason().
class JsonText {
 public:
  explicit JsonText(std::string_view text) : text_(text) {}

  std::size_t position() const { return at_; }
  const std::string& reason() const { return reason_; }
  bool at_end() const { return at_ == text_.size(); }

  void skip_space();
  /// The next character, or '\0' at the end.
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  /// Steps over the character if it comes next.
  bool accept(char wanted);
  /// Steps over the word.
  bool word(std::string_view wanted);
  /// A finite number; one too small for a double is 0.
  bool number(double& out);
  /// A text in quotes: valid UTF-8, its escapes resolved.
  bool text(std::string& out);

  /// Always false; notes the reason at the position.
  bool wrong(std::string reason);
  /// Wrong here, where `wanted` was expected.
  bool expected(std::string_view wanted);

 private:
  bool digits();
  bool escape(std::string& out);
  bool code_unit(unsigned& out);
  bool code_point(std::string& out);
  bool sequence(std::string& out);

  std::string_view text_;
  std::size_t at_ = 0;
  std::string reason_;
};

}  // namespace noisy
