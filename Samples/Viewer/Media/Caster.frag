#version 400
// Depth only.
void main()
{
}
