#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/math/vector.h"

namespace noisy::onnx {

/// A message of Protocol Buffers as its fields are added.
class Message {
 public:
  void number(int field, std::uint64_t value);
  void text(int field, std::string_view value);
  void message(int field, const Message& inside) { text(field, inside.bytes_); }

  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value);

  std::string bytes_;
};

/// What the elements of a tensor are.
enum class Element : std::uint8_t { int64 = 7, text = 8, real = 11 };

using Names = std::vector<std::string>;
using Lengths = std::initializer_list<std::size_t>;

// Attributes of nodes.
Message integer(std::string_view name, Index value);
Message integers(std::string_view name, std::span<const Index> values);
Message texts(std::string_view name, std::span<const std::string> values);

/// A graph as its nodes are added: each function returns the name of what it computes.
class Graph {
 public:
  /// @param taken  names of inputs, which nothing else is called by
  explicit Graph(Names taken) : taken_(std::move(taken)) {}

  /// The name, with as many underscores behind it as make it no input's.
  std::string free_name(std::string name) const;

  // Constant tensors.
  std::string numbers(std::span<const double> values, Lengths shape);
  std::string number(double value) { return numbers({&value, 1}, {}); }
  std::string place(std::size_t value, Lengths shape);
  std::string texts(const Names& values);

  std::string node(std::string_view operation, const Names& inputs,
                   const std::vector<Message>& attributes = {}, std::string_view domain = "");
  /// Under a name of its own.
  void node_called(const std::string& output, std::string_view operation, const Names& inputs,
                   const std::vector<Message>& attributes = {}, std::string_view domain = "");
  /// Of a column of one value a row a list of them.
  std::string flat(const std::string& column) { return node("Squeeze", {column, place(1, {1})}); }

  /// A tensor of the table's rows and so many columns; of 0 a list of rows.
  void input(const std::string& name, Element element, Index columns);
  void output(const std::string& name, Element element, Index columns);

  /// The file, for runtimes that know operators 16 and the operators 2 of ai.onnx.ml.
  std::string file(std::string_view name, std::string_view about) &&;

 private:
  std::string next_name() { return free_name("value." + std::to_string(++count_)); }
  std::string constant(Element element, Lengths shape, const std::function<void(Message&)>& fill);

  Names taken_;
  Message graph_;
  int count_ = 0;
};

}  // namespace noisy::onnx
